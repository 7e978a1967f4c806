/** Sizes and colors by name only: in the class names of the console, in styles of single elements, and in stylesheets. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { compile } from 'tailwindcss';
import { beforeAll, describe, expect, it } from 'vitest';

const source = resolve('src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).map((name) => join(source, name));
const read = (path: string) => readFileSync(path, 'utf8');
const scripts = files.filter((path) => /(?<!\.test)\.tsx?$/.test(path));

/** Values that no token can name, with the reason. */
const allowedValues: Readonly<Record<string, string>> = {
  'grid-cols-[2.75rem_2.75rem_1.25rem_minmax(0,1fr)]':
    'Two numbers of lines and a sign before a changed line.',
  'grid-cols-[2.75rem_minmax(0,1fr)_1.25rem_2.75rem_minmax(0,1fr)]': 'The same for two texts side by side.',
  'grid-cols-[1.25rem_minmax(0,1fr)]': 'The same for a suggestion, which has no numbers.',
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
    const markup = [...scripts, resolve('index.html')];
    used = await utilitiesAmong(new Set(markup.flatMap((path) => read(path).split(/[\s'"`]+/))));
    // Compiling takes long where the processor is busy.
  }, 60_000);

  it('are found', () => {
    expect(used).toEqual(expect.arrayContaining(['flex', 'text-ink-soft']));
    expect(used.length).toBeGreaterThan(300);
  });

  it('have no sizes and colors of their own', () => {
    expect(withOwnValue(used).filter((utility) => !(withoutVariants(utility) in allowedValues))).toEqual([]);
  });
});

it('a size, a color and a property of their own are noticed', async () => {
  const arbitraryUtilities = ['w-[13rem]', 'sm:bg-[#fff]', 'text-(--ink)', '[mask-type:luminance]'];
  const namedUtilities = [
    'w-52',
    'bg-surface',
    'max-w-3/5',
    'grid-cols-terms',
    'data-[selected=true]:bg-hover',
  ];
  const utilities = await utilitiesAmong([
    ...arbitraryUtilities,
    ...namedUtilities,
    'bg-red-500',
    'no-utility',
  ]);
  expect(utilities.toSorted()).toEqual([...arbitraryUtilities, ...namedUtilities].toSorted());
  expect(withOwnValue(utilities).toSorted()).toEqual(arbitraryUtilities.toSorted());
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

/**
 * `:has` as one of several selectors: the browser then can't determine which elements a change concerns, and
 * styles them all.
 */
const hasInList = /:(?:is|where)\((?:[^()]|\([^()]*\))*:has\(/;

it.each(stylesheets.map((path) => [path.slice(source.length + 1), path]))(
  'no list of selectors in %s has `:has`',
  (_, path) => {
    expect(read(path).match(hasInList)?.[0]).toBeUndefined();
  },
);

it('`:has` in a list of selectors is noticed, before and after others', () => {
  expect('tr:is(:hover, :has(:focus-visible)) {').toMatch(hasInList);
  expect('tr:is(:nth-child(2), :has(a)):hover {').toMatch(hasInList);
  expect('tr:where(:focus-within):has(:focus-visible) {').not.toMatch(hasInList);
});

/** `:not` within `:has`: any element that comes or goes may then match, and the browser looks through the whole page. */
const notInHas = /:has\((?:[^()]|\([^()]*\))*:not\(/;

it.each(stylesheets.map((path) => [path.slice(source.length + 1), path]))(
  'no `:has` in %s has `:not`',
  (_, path) => {
    expect(read(path).match(notInHas)?.[0]).toBeUndefined();
  },
);

it('`:not` within `:has` is noticed, outside of it not', () => {
  expect(':has([aria-busy]:not(button)) ~ p {').toMatch(notInHas);
  expect(':has(i, :is(b):not(.c)) {').toMatch(notInHas);
  expect('thead:not(:has(.checkbox, .cell-sortable)) {').not.toMatch(notInHas);
  expect('body:has(.bar, form [type]):not(:has(i)) .toasts {').not.toMatch(notInHas);
});

/** The literal text of `style={…}` without expressions: `${top}px` has no class name, `240px` has. */
function writtenStyles(markup: string): string[] {
  return markup
    .split(/\bstyle=\{/)
    .slice(1)
    .map((rest) => {
      const template = rest.replaceAll(/\$\{[^}]*\}/g, '');
      let depth = 1;
      const end = [...template].findIndex((character) => {
        if (character === '{') depth += 1;
        if (character === '}') depth -= 1;
        return depth === 0;
      });
      return template.slice(0, end).trim();
    });
}

const writtenSize = /\d(?:px|r?em|%|ch|s?v[wh])|:\s*-?[\d.]+\s*[,}]/;
const namedColor = /\b(?:color|background|border)\w*: ['"`](?!var\(|currentColor|transparent|inherit)/i;
const colorAttribute = /\b(?:fill|stroke|color|stopColor|floodColor)=['"](?!none\b|currentColor\b|text-)/;
const writtenColor =
  /['"`(\s:]#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})['"`)\s;,]|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/i;

/** Sizes and colors that a file gives elements without a class name. */
function ownStyles(code: string): string[] {
  const styles = writtenStyles(code).filter((style) =>
    [writtenSize, namedColor].some((pattern) => pattern.test(style)),
  );
  return [
    ...styles,
    ...code.split('\n').filter((line) => writtenColor.test(line) || colorAttribute.test(line)),
  ];
}

it('elements have no styles of their own, but what is computed', () => {
  expect(scripts.flatMap((path) => writtenStyles(read(path))).length).toBeGreaterThan(5);
  expect(scripts.flatMap((path) => ownStyles(read(path)))).toEqual([]);
});

it.each([
  `<i style={{ width: '240px' }} />`,
  `<i style={{ width: 240 }} />`,
  `<i style={isWide ? { maxWidth: '13rem' } : {}} />`,
  '<i style={{ width: `calc(${width}px + 3rem)` }} />',
  `<i style={{ color: 'red' }} />`,
  `<i style={{ backgroundColor: '#fff' }} />`,
  `<path stroke="#0b756a" />`,
  `<path fill="teal" />`,
  `element.style.color = 'rgb(0 0 0)';`,
])('%s is noticed', (code) => {
  expect(ownStyles(code)).toHaveLength(code.includes('backgroundColor') ? 2 : 1);
});

it.each([
  '<i style={{ width: `${width}rem`, transform: `translateY(${top}px)`, height: props.height }} />',
  `<path fill="none" stroke="currentColor" />`,
  '<rect fill={value} />',
])('%s is not', (code) => {
  expect(ownStyles(code)).toEqual([]);
});
