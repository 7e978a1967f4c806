import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { toDocument, toPageDocument } from './document-nodes.ts';
import { nodeIdOf } from './storage.ts';

/** The blocks of a text. */
const blocksOf = (markdown: string): DocumentNode[] => toDocument(markdown).nodes ?? [];

describe('toDocument', () => {
  it('parses the blocks of a page', () => {
    const markdown = [
      '# Owls *at night*',
      'One **bold [link](/pages/a "Title")** and `code`.',
      '- [x] seen\n- [ ] heard',
      '3. third',
      '```js\nconst a = 1;\n```',
      '| A | B |\n| - | -: |\n| 1 | 2 |',
      '> Said',
      '> [!WARNING]\n> Claws',
      '---',
      '![Tawny](/files/x)',
      '<b>raw</b>',
    ].join('\n\n');
    expect(blocksOf(markdown)).toMatchObject([
      { type: 'heading', level: 1, anchor: 'owls-at-night' },
      {
        type: 'paragraph',
        nodes: [
          { text: 'One ' },
          { text: 'bold ', marks: ['bold'] },
          { type: 'link', href: '/pages/a', title: 'Title', nodes: [{ text: 'link', marks: ['bold'] }] },
          { text: ' and ' },
          { text: 'code', marks: ['code'] },
          { text: '.' },
        ],
      },
      { type: 'list', ordered: false, nodes: [{ checked: true }, { checked: false }] },
      { type: 'list', ordered: true, start: 3 },
      { type: 'code', language: 'js', text: 'const a = 1;' },
      { type: 'table', nodes: [{ type: 'table-row' }, { nodes: [{ header: false }, { align: 'right' }] }] },
      { type: 'quote', nodes: [{ type: 'paragraph' }] },
      { type: 'hint', style: 'warning', nodes: [{ type: 'paragraph', nodes: [{ text: 'Claws' }] }] },
      { type: 'divider' },
      { type: 'paragraph', nodes: [{ type: 'image', src: '/files/x', alt: 'Tawny' }] },
      { type: 'paragraph' },
    ]);
  });

  it('assigns unique ids to equal blocks, and keeps the ids of unchanged ones', () => {
    const [first, second, third] = blocksOf('Same\n\nSame\n\nOther\n');
    expect([first?.['id'], second?.['id']]).toEqual([nodeIdOf('Same'), nodeIdOf('Same', 1)]);
    expect(blocksOf('New\n\nOther')[1]?.['id']).toBe(third?.['id']);
  });

  it('assigns unique anchors to equal headings', () => {
    const anchors = blocksOf('# Été\n\n# Ete\n\n## 梟\n').map((node) => node['anchor']);
    expect(anchors).toEqual(['ete', 'ete-1', '梟']);
  });

  it('parses endless nesting', () => {
    for (const markdown of [
      '>'.repeat(20_000),
      '- '.repeat(3000),
      `${'['.repeat(5000)}x`,
      '*'.repeat(9999),
    ]) {
      expect(() => JSON.stringify(toDocument(`${markdown} x`))).not.toThrow();
    }
  });
});

describe('toPageDocument', () => {
  it('tells the lines of each block, whatever stands between them', () => {
    const pieces = [
      '# Owls',
      'Two\nlines',
      '- a\n\n  more\n- b',
      '```js\n\nconst a = 1;\n\n```',
      '| A | B |\n| - | - |\n| 1 | 2 |',
      '> Said\n> twice',
      '[ref]: /pages/a',
      '<div>\nraw\n</div>',
      '    code\n\n    code',
      '---',
      'Heading\n===',
      '{% hint style="info" %}',
      '\t',
      '',
    ];
    const texts = fc
      .array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom('\n', '\n\n', '\n \n\n', '\r\n\r\n')), {
        maxLength: 12,
      })
      .map((parts) => parts.flat().join(''));
    fc.assert(
      fc.property(texts, (markdown) => {
        const { nodes = [], lines = [] } = toPageDocument(markdown);
        const sources = markdown.replaceAll('\r\n', '\n').split('\n');
        const counts = new Map<string, number>();
        const ids = nodes.map((_node, index) => {
          const source = sources
            .slice((lines[2 * index] ?? 0) - 1, lines[2 * index + 1])
            .join('\n')
            .trim();
          const occurrence = counts.get(source) ?? 0;
          counts.set(source, occurrence + 1);
          return nodeIdOf(source, occurrence);
        });
        expect(ids).toEqual(nodes.map((node) => node['id']));
      }),
    );
  });

  it('tells no lines where other ends of lines would be counted', () => {
    expect(toPageDocument('a\rb')).not.toHaveProperty('lines');
  });
});
