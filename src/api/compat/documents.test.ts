import { describe, expect, it } from 'vitest';
import { blockOf, blocks } from '#api/blocks/index.ts';
import type { DocumentNode } from '#api/generated/types.gen.ts';
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

const tab = (title: string, ...nodes: object[]) => block('tabs-item', nodes, { data: { title } });
const tag = (source: string, ...lines: number[]) => ({ ...paragraph(source, ...lines), source });

/** The words of a document that are no code. */
function wordsOf({ type, text = '', marks, nodes = [] }: DocumentNode): string {
  const isCode = ['code', 'tag', 'html'].includes(type) || (Array.isArray(marks) && marks.includes('code'));
  return isCode ? '' : text + nodes.map(wordsOf).join(' ');
}

const typesIn = ({ type, nodes = [] }: DocumentNode): string[] => [type, ...nodes.flatMap(typesIn)];
const renderedTypes = new Set(['document', 'element', 'slot', 'number', 'text', 'paragraph', 'code']);

it('keeps the places of blocks inside others', () => {
  const tabs = block('tabs', [tab('A', paragraph('one', 3, 3)), tab('B', paragraph('two', 6, 6))], {
    key: 'tabs',
    lines: [1, 8],
  });
  const { nodes = [], lines } = toDocumentNode({ nodes: [tabs, paragraph('after', 10, 10)] });
  expect(nodes.map(({ id }) => id)).toEqual(['tabs', 'after']);
  expect(lines).toEqual([1, 8, 10, 10]);
  const idsIn = ({ id, nodes: inner = [] }: DocumentNode): unknown[] => [id, ...inner.flatMap(idsIn)];
  expect(nodes.flatMap(idsIn).filter((id) => id !== undefined)).toEqual(['tabs', 'one', 'two', 'after']);
});

describe('every block', () => {
  const written: Record<string, string> = { date: '2026-01-31', width: '50%', lineNumbers: 'true' };

  it.each([...blocks, blockOf('@mermaid/diagram'), blockOf('other')])(
    '$name is shown by its declaration',
    (declared) => {
      const hasContent = declared.holds === 'blocks' && declared.isContentHidden !== true;
      // An operation with an address is shown instead of what is between the tags.
      const names = Object.keys(declared.attributes).filter((name) => !(hasContent && name === 'src'));
      const values = Object.fromEntries(names.map((name) => [name, written[name] ?? '/files/a']));
      const data = declared.document?.data(values, '@mermaid/diagram');
      const attributes = Object.entries(values).map(([name, value]) => ` ${name}="${value}"`);
      const name = declared.name === '@' ? '@mermaid/diagram' : declared.name || 'other';
      const node = declared.document
        ? block(declared.document.type, [paragraph('inner')], { data })
        : [tag(`{% ${name}${attributes.join('')} %}`, 1, 3), paragraph('inner'), tag(`{% end${name} %}`)];
      const document = toDocumentNode({ nodes: [node, paragraph('after', 5, 5)].flat() });
      expect(document.nodes).toHaveLength(2);
      expect(wordsOf(document)).not.toContain('{%');
      expect(typesIn(document).filter((type) => !renderedTypes.has(type))).toEqual([]);
      if (hasContent) expect(wordsOf(document)).toContain('inner');
    },
  );

  it('without a form in documents has what is between its tags, and no stray tags', () => {
    const { nodes = [], lines } = toDocumentNode({
      nodes: [
        tag('{% endother %}', 1, 1),
        tag('{% other %}', 3, 7),
        paragraph('inner', 5, 5),
        tag('{% endother %}'),
        tag('{% another %}', 9, 9),
        paragraph('after', 11, 11),
      ],
    });
    expect(nodes.map(({ type, classes }) => classes ?? type)).toEqual(['unknown', 'unknown', 'paragraph']);
    expect(nodes[0]?.nodes).toMatchObject([{ nodes: [{ text: 'other' }] }, { nodes: [{ text: 'inner' }] }]);
    expect(lines).toEqual([3, 7, 9, 9, 11, 11]);
  });
});

it('shows tags among text as code, and tags in code as they are', () => {
  const text = (words: string, ...marks: string[]) => [{ object: 'text', leaves: [leaf(words, ...marks)] }];
  const { nodes } = toDocumentNode({
    nodes: [
      block('paragraph', text('a {% if visitor.x %}b{% endif %} {% open')),
      block('paragraph', text('{% if x %}', 'code')),
    ],
  });
  expect(nodes).toMatchObject([
    {
      nodes: [
        { text: 'a ' },
        { type: 'tag', text: '{% if visitor.x %}' },
        { text: 'b' },
        { type: 'tag', text: '{% endif %}' },
        { text: ' ' },
        { type: 'tag', text: '{%' },
        { text: ' open' },
      ],
    },
    { nodes: [{ type: 'text', text: '{% if x %}', marks: ['code'] }] },
  ]);
});

it('shows notes, galleries, cards and expandables', () => {
  const image = (file: string) => ({ type: 'image', data: { ref: { kind: 'file', file } } });
  const cards = {
    type: 'table',
    data: {
      view: { type: 'cards', columns: ['a', 'b'], targetDefinition: 'c', coverDefinition: 'd' },
      definition: { a: { title: 'A' }, b: { title: 'B' }, c: { title: 'C' }, d: { title: 'D' } },
      records: {
        r: {
          orderIndex: '1',
          values: {
            a: 'f',
            b: 3,
            c: { kind: 'page', page: 'p' },
            d: { ref: { kind: 'file', file: 'f' } },
          },
        },
      },
    },
    fragments: [{ fragment: 'f', nodes: [paragraph('Title')] }],
  };
  const expandable = {
    type: 'expandable',
    fragments: [
      { type: 'expandable-title', nodes: [paragraph('More')] },
      { type: 'expandable-body', nodes: [paragraph('Body')] },
    ],
  };
  const { nodes } = toDocumentNode({
    nodes: [
      paragraph('A claim[^1] and [^2].'),
      { ...paragraph('[^1]: Its source'), source: '[^1]: Its source' },
      block('images', [image('a'), image('b')]),
      cards,
      expandable,
    ],
  });
  expect(nodes).toMatchObject([
    { nodes: [{ text: 'A claim' }, { element: 'sup', nodes: [{ text: '1' }] }, { text: ' and ' }, {}, {}] },
    { classes: 'note', nodes: [{ element: 'sup' }, { text: ' Its source' }] },
    { classes: 'gallery', nodes: [{ nodes: [{ src: '/files/a' }] }, { nodes: [{ src: '/files/b' }] }] },
    {
      classes: 'card-grid',
      nodes: [
        {
          classes: 'card',
          nodes: [
            { nodes: [{ type: 'image', src: '/files/f' }] },
            { nodes: [{ text: 'Title' }] },
            { nodes: [{ text: '3' }] },
            { nodes: [{ type: 'link', href: '/pages/p' }] },
          ],
        },
      ],
    },
    { element: 'details', nodes: [{ element: 'summary', nodes: [{ text: 'More' }] }, { type: 'paragraph' }] },
  ]);
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
