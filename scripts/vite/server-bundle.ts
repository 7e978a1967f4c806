/** Build options that keep the server's program small: its text stays in memory. */
import type { BuildOptions, SSROptions } from 'vite';

type Output = NonNullable<NonNullable<BuildOptions['rolldownOptions']>['output']>;

/**
 * Packages stay external, except those of which much is unused (the languages of zod, the databases of Kysely) and large
 * ones: here they lose their comments too.
 */
export const bundledPackages: Pick<SSROptions, 'noExternal'> = {
  noExternal: ['@orama/stemmers', 'acorn', 'bowser', 'jose', 'kysely', 'marked', 'zod'],
};

/** A text with one letter beyond Latin-1 takes two bytes for each character. Lines stay, for stack traces, and licences. */
export const compactText = {
  comments: { legal: true, annotation: false, jsdoc: false },
  minify: { compress: false, mangle: false, codegen: { asciiOnly: true, removeWhitespace: false } },
} satisfies Exclude<Output, readonly unknown[]>;
