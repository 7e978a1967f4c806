/** What Tailwind generates from the class names of the console: sizes and colors by name only. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { compile } from 'tailwindcss';
import { beforeAll, describe, expect, it } from 'vitest';

const source = resolve('src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).map((name) => join(source, name));
const read = (path: string) => readFileSync(path, 'utf8');

/** Values that no token can name, with the reason. */
const allowedValues: Readonly<Record<string, string>> = {
  'grid-cols-[2.75rem_2.75rem_1.25rem_minmax(0,1fr)]':
    'Two numbers of lines and a sign before a changed line.',
  'grid-cols-[2.75rem_minmax(0,1fr)_1.25rem_2.75rem_minmax(0,1fr)]': 'The same for two texts side by side.',
};

const require = createRequire(import.meta.url);

async function loadStylesheet(id: string, base: string) {
  const path = id.startsWith('.') ? join(base, id) : require.resolve(id);
  return { path, base: dirname(path), content: read(path) };
}

/** The class names for which Tailwind knows a utility, of any words. */
async function utilitiesAmong(words: Iterable<string>): Promise<string[]> {
  const styles = join(source, 'styles');
  const { build } = await compile(read(join(styles, 'main.css')), { base: styles, loadStylesheet });
  const [, utilities = ''] = /^@layer utilities \{\n(.*?)^\}/ms.exec(build([...words])) ?? [];
  const names = [...utilities.matchAll(/^\s+\.((?:\\.|[\w-])+)/gm)].map(([, name = '']) =>
    name.replaceAll(/\\(.)/g, '$1'),
  );
  return [...new Set(names)];
}

/** `hover:max-w-[60%]` → `max-w-[60%]`: a variant may hold a selector, `[&>svg]:size-4`. */
function withoutVariants(utility: string): string {
  let depth = 0;
  let start = 0;
  for (const [at, character] of [...utility].entries()) {
    if ('[('.includes(character)) depth += 1;
    if ('])'.includes(character)) depth -= 1;
    if (character === ':' && depth === 0) start = at + 1;
  }
  return utility.slice(start);
}

/** Utilities with a value of their own instead of a name: `w-[13rem]`, `text-(--ink)`, `[mask-type:luminance]`. */
const withOwnValue = (utilities: readonly string[]) =>
  utilities.filter((utility) => /[[(]/.test(withoutVariants(utility)));

describe('class names', () => {
  let used: string[];
  beforeAll(async () => {
    const markup = [...files.filter((path) => /(?<!\.test)\.tsx?$/.test(path)), resolve('index.html')];
    used = await utilitiesAmong(new Set(markup.flatMap((path) => read(path).split(/[\s'"`]+/))));
  });

  it('are found', () => {
    expect(used).toEqual(expect.arrayContaining(['flex', 'text-ink-soft']));
    expect(used.length).toBeGreaterThan(300);
  });

  it('have no sizes and colors of their own', () => {
    expect(withOwnValue(used).filter((utility) => !(withoutVariants(utility) in allowedValues))).toEqual([]);
  });
});

it('a size, a color and a property of their own are noticed', async () => {
  const own = ['w-[13rem]', 'sm:bg-[#fff]', 'text-(--ink)', '[mask-type:luminance]'];
  const named = ['w-52', 'bg-surface', 'max-w-3/5', 'grid-cols-terms', 'data-[selected=true]:bg-hover'];
  const found = await utilitiesAmong([...own, ...named, 'bg-red-500', 'no-utility']);
  expect(found.toSorted()).toEqual([...own, ...named].toSorted());
  expect(withOwnValue(found).toSorted()).toEqual(own.toSorted());
});

/** Colors as such, and steps of the scales, which are for tokens. */
const literalColor =
  /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|: (?:white|black)\b|var\(--(?:sage|teal|red|amber|grass|blue)-\w+\)/i;

const stylesheets = files.filter((path) => path.endsWith('.css') && !path.endsWith('/tokens.css'));

it.each(stylesheets.map((path) => [path.slice(source.length + 1), path]))(
  'the colors of %s are tokens',
  (_, path) => {
    // Six grounds of initials have no other task.
    const rules = read(path).replaceAll(/^\.avatar-\d \{[^}]*\}/gm, '');
    expect(rules.split('\n').filter((line) => literalColor.test(line))).toEqual([]);
  },
);
