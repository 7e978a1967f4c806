import type { Genes } from './climb.ts';

/** How many genes a text takes. */
export const TEXT_GENES = 7;

const SEPARATORS = ['', ' ', '\n', '\n\n', '\n> ', '\n  ', ', '];
/** The most that something is repeated or nested at once. */
const MAX_RUN = 2 ** 16;

const runOf = (gene = 0): number => Math.floor(MAX_RUN ** gene);
const pick = <Item>(items: readonly [Item, ...Item[]], gene = 0): Item =>
  items[Math.min(items.length - 1, Math.floor(gene * items.length))] ?? items[0];

/** Two fragments in turn, each repeated, behind a third that is nested, up to a length in UTF-16 units. */
export function textOf(genes: Genes, fragments: readonly [string, ...string[]], maxLength: number): string {
  const [first, second, outer, runA, runB, depth, separator] = genes;
  const between = pick(['', ...SEPARATORS.slice(1)], separator);
  const unit =
    pick(fragments, first).repeat(runOf(runA)) +
    between +
    pick(fragments, second).repeat(runOf(runB)) +
    between;
  const opening = pick(fragments, outer).repeat(runOf(depth) - 1);
  const text = opening + unit.repeat(Math.ceil(maxLength / unit.length));
  // A cut through a character of two units would be invalid.
  return Buffer.from(text.slice(0, maxLength)).toString().replaceAll('\uFFFD', '');
}

// oxfmt-ignore
export const MARKDOWN = [
  'a', ' ', '*', '_', '**', '`', '```\n', '[', '](', ']', '![', '<', '>', '<b>', '</b>', '<!--', '|', '- ', '1. ', '# ',
  '~~', '$', '$$\n', '{% hint style="info" %}\n', '{% endhint %}\n', '{% tabs %}\n', '\\', '&amp;', 'http://a.test/ ', '[^1]',
  '\t', '    ', 'é', '🦭', '{', '---\n', '[a]: /b\n', '| a | b |\n|-|-|\n', '|\n', '[a](/b)', '[a][b]', '\\frac{1}{2}',
] as const satisfies readonly string[];
// oxfmt-ignore
export const CONDITION = [
  'visitor.claims.a', '.b', '(', ')', '!', ' && ', ' || ', ' == ', '"a"', "'a'", '.includes(', '[', ']', '1', '-', ' ', ',',
] as const satisfies readonly string[];
// oxfmt-ignore
export const WORDS = [
  'a', 'e ', 'the ', 'tide gauge ', '"', '-', '漢', '字', 'é', '*', '%', '_', '\\', '🦭', 'ab', "'", ' ',
] as const satisfies readonly string[];
// oxfmt-ignore
export const SPECIFICATION = [
  '{', '[', '{"a":', '"a",', '- ', 'a: ', '&a ', '*a ', '\n', '  ', '? ', '|\n', '<<: *a\n', '"', "'", '#', '!!map ', 'a\n',
] as const satisfies readonly string[];
// oxfmt-ignore
export const HTML = [
  'a', '<p>', '</p>', '<b>', '<div>', '</div>', '<table><tr><td>', '<ul><li>', '<a href="/a">', '<img src="/a">', '&amp;', '<!--',
  '<pre><code>', '<h1>', '<', '<br>', '<p>a', '<svg>', '🦭',
] as const satisfies readonly string[];
