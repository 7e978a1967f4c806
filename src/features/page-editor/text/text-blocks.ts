import { blocks as declaredBlocks } from '#api/blocks/index.ts';
import { linesAround, type TextEdit, type TextOperation, type TextRange } from './text-edit.ts';

/** A block that can be inserted. `{…}` is what is selected after that, or what was selected before. */
export interface Block {
  /** The name of tags, or another one for what Markdown has without tags. */
  name: string;
  label: string;
  /** Other words that find it. */
  keywords: string;
  template: string;
}

/** The blocks, in the order of the menu: those without tags, then those that are declared. */
export const blocks: readonly Block[] = [
  { name: 'code', label: 'Code block', keywords: 'fence pre', template: '```\n{code}\n```' },
  {
    name: 'table',
    label: 'Table',
    keywords: 'columns rows grid',
    template: '| {Name} | Description |\n| --- | --- |\n|  |  |',
  },
  {
    name: 'expandable',
    label: 'Expandable',
    keywords: 'details summary fold',
    template: '<details>\n<summary>{Title}</summary>\n\nText\n\n</details>',
  },
  { name: 'divider', label: 'Divider', keywords: 'rule line hr', template: '---{}' },
  ...declaredBlocks.flatMap(({ name, snippets = [] }) =>
    snippets.map((snippet, index) => ({
      name: index === 0 ? `tag-${name}` : `tag-${name}-${index}`,
      ...snippet,
    })),
  ),
];

const templates = new Map<string, string>(blocks.map(({ name, template }) => [name, template]));

/** Blocks whose first placeholder takes what was selected: those that hold other text. */
const wrapping: ReadonlySet<string> = new Set([
  ...['code', 'expandable'],
  ...blocks.flatMap(({ name, template }) => (template.includes('{Text}') ? [name] : [])),
]);

const placeholder = /\{([^%}]*)\}/;

/** Inserts a block in separate lines, with blank lines around it. */
export function insertBlock(name: string): TextOperation {
  return (text, selected) => blockEdit(text, selected, name);
}

function blockEdit(text: string, selected: TextRange, name: string): TextEdit {
  const template = templates.get(name) ?? '';
  const lines = linesAround(text, selected);
  const inner = selected.from === selected.to ? '' : text.slice(selected.from, selected.to);
  const isAlone = text.slice(lines.from, lines.to).trim() === '';
  // The selected text goes into the block; else the block comes after the line.
  const takesSelection = inner.trim() !== '' && wrapping.has(name);
  const range = takesSelection || isAlone ? lines : { from: lines.to, to: lines.to };
  const content = takesSelection ? text.slice(lines.from, lines.to) : (placeholder.exec(template)?.[1] ?? '');
  const at = placeholder.exec(template)?.index ?? template.length;
  const body = template.replace(placeholder, () => content);
  const before = blankLinesBefore(text.slice(0, range.from));
  const after = blankLinesAfter(text.slice(range.to));
  const start = range.from + before.length + at;
  return {
    ...range,
    insert: before + body + after,
    selection: { from: start, to: start + content.length },
  };
}

/** The line breaks that complete an empty line before a block. */
export function blankLinesBefore(before: string): string {
  if (before.trim() === '') return '';
  if (before.endsWith('\n\n')) return '';
  return before.endsWith('\n') ? '\n' : '\n\n';
}

/** The line breaks that complete an empty line after a block. */
export function blankLinesAfter(after: string): string {
  if (after === '' || /^\n\s*\n/.test(after)) return after === '' ? '\n' : '';
  return after.startsWith('\n') ? '\n' : '\n\n';
}
