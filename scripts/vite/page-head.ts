import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { isInModule } from './first-screen.ts';

export interface PageHeadOptions {
  /** A classic script that runs before the first paint. Inline scripts violate the CSP and modules run too late. */
  script: string;
  /** The name of a chunk that runs first, as a separate script. */
  first: string;
  /** Sources whose chunks and static imports are preloaded. */
  modules: string[];
  /** Name prefixes of preloaded font files. */
  fonts: string[];
}

/**
 * Adds links to the page's head for files that the browser would otherwise discover one round trip later: entry, then
 * application, then route.
 */
export function pageHead({ script, first, modules, fonts }: PageHeadOptions): Plugin {
  let src = `/${script}`;
  return {
    name: 'bindery:page-head',
    generateBundle() {
      const asset = { type: 'asset', name: basename(script), source: readFileSync(script) } as const;
      src = `/${this.getFileName(this.emitFile(asset))}`;
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const isNeeded = ({ moduleIds }: { moduleIds: string[] }): boolean =>
          modules.some((module) => moduleIds.some((id) => isInModule(id, module)));
        const needed = new Set(chunks.filter(isNeeded).map(({ fileName }) => fileName));
        // Iterating a set includes entries that are added in the meantime.
        for (const name of needed) {
          const output = bundle[name];
          if (output?.type === 'chunk') output.imports.forEach((imported) => needed.add(imported));
        }
        const preloaded = [...needed].filter((fileName) => !html.includes(fileName));
        const fontFiles = Object.keys(bundle).filter((file) =>
          fonts.some((font) => file.includes(`/${font}`)),
        );
        return [
          ...chunks
            .filter(({ name }) => name === first)
            .map(({ fileName }) =>
              scriptTag({ type: 'module', async: true, crossorigin: true, src: `/${fileName}` }),
            ),
          scriptTag({ src }),
          ...preloaded.map((fileName) => linkTag(fileName, { rel: 'modulepreload' })),
          ...fontFiles.map((fileName) =>
            linkTag(fileName, { rel: 'preload', as: 'font', type: 'font/woff2' }),
          ),
        ];
      },
    },
  };
}

type Attributes = HtmlTagDescriptor['attrs'];

const scriptTag = (attrs: Attributes): HtmlTagDescriptor => ({
  tag: 'script',
  attrs,
  injectTo: 'head-prepend',
});

const linkTag = (fileName: string, attrs: Attributes): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: true, href: `/${fileName}` },
  injectTo: 'head',
});
