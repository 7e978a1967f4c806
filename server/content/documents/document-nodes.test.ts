// @module-tag without-database
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { nodeIdOf } from '../pages/storage.ts';
import { toDocument, toPageDocument } from './document-nodes.ts';

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
    const leaf = (text: string, ...marks: string[]) => ({ text, marks: marks.map((type) => ({ type })) });
    expect(blocksOf(markdown)).toMatchObject([
      { type: 'heading-1', meta: { id: 'owls-at-night' } },
      {
        type: 'paragraph',
        nodes: [
          { leaves: [leaf('One '), leaf('bold ', 'bold')] },
          {
            type: 'link',
            data: { ref: { kind: 'page', page: 'a' }, title: 'Title' },
            nodes: [{ leaves: [leaf('link', 'bold')] }],
          },
          { leaves: [leaf(' and '), leaf('code', 'code'), leaf('.')] },
        ],
      },
      { type: 'list-tasks', nodes: [{ data: { checked: true } }, { data: { checked: false } }] },
      { type: 'list-ordered', data: { start: 3 } },
      { type: 'code', data: { syntax: 'js' }, nodes: [{ nodes: [{ leaves: [leaf('const a = 1;')] }] }] },
      { type: 'table', data: { definition: { 'column-2': { title: 'B', textAlignment: 'right' } } } },
      { type: 'blockquote', nodes: [{ type: 'paragraph' }] },
      { type: 'hint', data: { style: 'warning' }, nodes: [{ nodes: [{ leaves: [leaf('Claws')] }] }] },
      { type: 'divider' },
      { type: 'images', nodes: [{ data: { ref: { kind: 'file', file: 'x' }, alt: 'Tawny' } }] },
      { type: 'paragraph', nodes: [{ leaves: [leaf('raw', 'bold')] }] },
    ]);
  });

  it('assigns unique ids to equal blocks, and keeps the ids of unchanged ones', () => {
    const [first, second, third] = blocksOf('Same\n\nSame\n\nOther\n');
    expect([first?.['id'], second?.['id']]).toEqual([nodeIdOf('Same'), nodeIdOf('Same', 1)]);
    expect(blocksOf('New\n\nOther')[1]?.['id']).toBe(third?.['id']);
  });

  it('assigns unique anchors to equal headings', () => {
    const anchors = blocksOf('# Été\n\n# Été\n\n## 梟\n').map((node) => node['meta']);
    expect(anchors).toEqual([{ id: 'été' }, { id: 'été-1' }, { id: '梟' }]);
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
  it('returns the lines of each block, with any text between them', () => {
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
        const nodes = toPageDocument(markdown).nodes ?? [];
        const sources = markdown.replaceAll('\r\n', '\n').split('\n');
        const counts = new Map<string, number>();
        const ids = nodes.map(({ lines: [first = 0, last] = [] }) => {
          const source = sources
            .slice(first - 1, last)
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

  it('returns the lines of blocks between tags, and of these', () => {
    const markdown = 'Up\n{% tabs %}\n{% tab title="One" %}\nIn\n\nMore\n{% endtab %}\n{% endtabs %}\nDown';
    const [up, tabs, down] = toPageDocument(markdown).nodes ?? [];
    const [tab] = tabs?.nodes ?? [];
    expect([up, tabs, ...(tab?.nodes ?? []), down].map((node) => node?.lines)).toEqual([
      [1, 1],
      [2, 8],
      [4, 4],
      [6, 6],
      [9, 9],
    ]);
    expect(tab?.nodes?.[0]?.key).toBe(nodeIdOf('In'));
  });

  it('returns no lines where other ends of lines would be counted', () => {
    expect(toPageDocument('a\rb').nodes?.[0]).not.toHaveProperty('lines');
  });
});
