/** Documents for tests, fixed and generated. */
import fc from 'fast-check';
import type { DocumentNode } from '#api/generated/types.gen.ts';

const node =
  (type: string) =>
  (...nodes: DocumentNode[]): DocumentNode => ({ type, nodes });

export const document = node('document');
export const paragraph = node('paragraph');
const item = node('list-item');

export const text = (words: string): DocumentNode => ({ type: 'text', text: words });

/** A table's row with a text in each cell. */
export const row = (...cells: string[]): DocumentNode => ({
  type: 'table-row',
  nodes: cells.map((words) => ({
    type: 'table-cell',
    header: false,
    nodes: words === '' ? [] : [text(words)],
  })),
});

/** A table; its first row is the head. */
export const table = (head: DocumentNode, ...rows: DocumentNode[]): DocumentNode => ({
  type: 'table',
  nodes: [{ ...head, nodes: (head.nodes ?? []).map((cell) => ({ ...cell, header: true })) }, ...rows],
});

export const element = (name: string, classes: string, ...nodes: DocumentNode[]): DocumentNode => ({
  type: 'element',
  element: name,
  classes,
  nodes,
});

export const tab = (title: string, ...nodes: DocumentNode[]): DocumentNode =>
  element(
    'div',
    'part',
    element('input', ''),
    element('label', '', text(title)),
    element('div', 'panel', ...nodes),
  );

export const step = (position: number, ...nodes: DocumentNode[]): DocumentNode =>
  element(
    'div',
    'step',
    element('span', 'number', { type: 'number', text: String(position) }),
    element('div', 'panel', ...nodes),
  );

const word = fc.constantFrom('gauge', 'tide', '8', '9', 'months', 'Kürzel', '水位', '🐟', 'a', 'sensor');
const words = fc.array(word, { maxLength: 5 }).map((all) => all.join(' '));
const look = fc.constantFrom([], ['bold'], ['code'], ['bold', 'italic']);
const anyText = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 5 }), look)
  .map(([all, marks]): DocumentNode => ({ ...text(all.join(' ')), ...(marks.length > 0 && { marks }) }));
const image = fc
  .constantFrom('/files/a', '/files/b')
  .map((src): DocumentNode => ({ type: 'image', src, alt: '' }));
const link = fc
  .tuple(fc.constantFrom('/x', '/y'), fc.array(fc.oneof(anyText, image), { maxLength: 2 }))
  .map(([href, nodes]): DocumentNode => ({ type: 'link', href, nodes }));
const inline = fc.array(
  fc.oneof({ weight: 4, arbitrary: anyText }, link, image, fc.constant<DocumentNode>({ type: 'break' })),
  { maxLength: 4 },
);
const anyParagraph = inline.map((nodes) => paragraph(...nodes));
const code = fc
  .array(words, { maxLength: 4 })
  .map((lines): DocumentNode => ({ type: 'code', text: lines.join('\n') }));

/** Tables of up to 4 columns and 6 rows, with cells that often repeat. */
export const tables = fc.integer({ min: 1, max: 4 }).chain((width) => {
  const cells = fc.array(
    fc.oneof(
      words.map((all) => (all === '' ? [] : [text(all)])),
      inline,
    ),
    {
      minLength: width,
      maxLength: width,
    },
  );
  const rows = cells.map((all): DocumentNode => ({
    type: 'table-row',
    nodes: all.map((nodes) => ({ type: 'table-cell', header: false, nodes })),
  }));
  return fc.tuple(rows, fc.array(rows, { maxLength: 5 })).map(([head, more]) => table(head, ...more));
});

const { block } = fc.letrec<{ block: DocumentNode }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyParagraph,
    anyParagraph.map(({ nodes }): DocumentNode => ({ type: 'heading', level: 2, nodes })),
    code,
    tables,
    fc
      .array(
        fc
          .tuple(
            fc.array(tie('block'), { minLength: 1, maxLength: 2 }),
            fc.constantFrom({}, { checked: true }),
          )
          .map(([nodes, more]) => ({ ...item(...nodes), ...more })),
        { minLength: 1, maxLength: 3 },
      )
      .map((items): DocumentNode => ({ type: 'list', ordered: false, nodes: items })),
    fc.array(tie('block'), { minLength: 1, maxLength: 2 }).map((nodes) => node('quote')(...nodes)),
    fc
      .array(fc.tuple(words, fc.array(tie('block'), { minLength: 1, maxLength: 2 })), {
        minLength: 1,
        maxLength: 3,
      })
      .map((tabs) => element('div', 'tabs', ...tabs.map(([title, nodes]) => tab(title, ...nodes)))),
    fc.constant<DocumentNode>({ type: 'divider' }),
  ),
}));

/** Documents of nested blocks of all types. */
export const documents = fc.array(block, { maxLength: 5 }).map((blocks) => document(...blocks));
