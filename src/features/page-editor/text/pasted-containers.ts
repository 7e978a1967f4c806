/** Callouts and expandables of pages, as the blocks that stand for them. */

const callout = /(?:^|[\s_-])(?:admonition|markdown-alert|callout|alert|hint)(?:$|[\s_-])/i;

type HintStyle = 'info' | 'success' | 'warning' | 'danger';

const styles: readonly (readonly [RegExp, HintStyle])[] = [
  [/danger|error|caution|critical/i, 'danger'],
  [/warning|attention|important/i, 'warning'],
  [/success|tip|check/i, 'success'],
];

/** Titles that say no more than the color does. */
const usualTitle =
  /^(?:note|info|information|tip|success|hint|warning|caution|danger|error|important|attention)[:!]?$/i;

const blockTags: ReadonlySet<string> = new Set(['DIV', 'ASIDE', 'SECTION', 'BLOCKQUOTE']);

/** Undefined for an element that is none. */
export function calloutOf(element: Element, blocksOf: (element: Element) => string[]): string[] | undefined {
  const name = element.className;
  const isCallout =
    blockTags.has(element.tagName) && callout.test(name) && !/title|heading|content/i.test(name);
  if (!isCallout) return undefined;
  const style = styles.find(([words]) => words.test(name))?.[1] ?? 'info';
  const title = [...element.children].find((child) => /title|heading/i.test(child.className));
  if (title && usualTitle.test(title.textContent.trim())) title.remove();
  const blocks = blocksOf(element);
  return blocks.length === 0 ? [] : [`{% hint style="${style}" %}\n${blocks.join('\n\n')}\n{% endhint %}`];
}

export function detailsOf(
  element: Element,
  lineOf: (element: Element) => string,
  blocksOf: (element: Element) => string[],
): string[] {
  const summary = [...element.children].find(({ tagName }) => tagName === 'SUMMARY');
  const title = summary ? lineOf(summary) : '';
  summary?.remove();
  const blocks = blocksOf(element);
  if (title === '') return blocks;
  return [
    ['<details>', `<summary>${title}</summary>`, ...blocks.map((block) => `\n${block}`), '\n</details>'].join(
      '\n',
    ),
  ];
}
