import { expect, it } from 'vitest';
import { toDocumentNode } from './documents.ts';

const leaf = (text: string, ...marks: string[]) => ({ text, marks: marks.map((type) => ({ type })) });
const paragraph = (text: string, ...lines: number[]) => ({
  object: 'block',
  type: 'paragraph',
  nodes: [{ object: 'text', leaves: [leaf(text)] }],
  ...(lines.length > 0 && { key: text, lines }),
});
const block = (type: string, nodes: object[], more: object = {}) => ({
  object: 'block',
  type,
  nodes,
  ...more,
});

it('puts what a block is made into on its lines, unless it has its own', () => {
  const tab = (title: string, ...nodes: object[]) => block('tabs-item', nodes, { data: { title } });
  const tabs = block('tabs', [tab('A', paragraph('one', 3, 3)), tab('B', paragraph('two', 6, 6))], {
    key: 'tabs',
    lines: [1, 8],
  });
  const { nodes = [], lines } = toDocumentNode({ nodes: [tabs, paragraph('after', 10, 10)] });
  expect(nodes.map(({ id }) => id)).toEqual(['tabs', 'one', undefined, 'two', 'after']);
  expect(lines).toEqual([1, 8, 3, 3, 1, 8, 6, 6, 10, 10]);
});

it('keeps what is in the cells of a table, and its marks', () => {
  const code = block('code', [block('code-line', [{ object: 'text', leaves: [leaf('x = 1')] }])]);
  const cell = [block('paragraph', [{ object: 'text', leaves: [leaf('H'), leaf('2', 'subscript')] }]), code];
  const table = {
    object: 'block',
    type: 'table',
    data: {
      view: { columns: ['c'] },
      definition: { c: { title: 'Formula' } },
      records: { r: { orderIndex: 'a', values: { c: 'f' } } },
    },
    fragments: [{ fragment: 'f', nodes: cell }],
  };
  const [read] = toDocumentNode({ nodes: [table] }).nodes ?? [];
  expect(read?.nodes?.[1]?.nodes?.[0]?.nodes).toEqual([
    { type: 'text', text: 'H' },
    { type: 'text', text: '2', marks: ['subscript'] },
    { type: 'break' },
    { type: 'text', text: 'x = 1', marks: ['code'] },
  ]);
});
