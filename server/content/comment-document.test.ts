import { describe, expect, it } from 'vitest';
import type { CommentNode } from '#api/generated/types.gen.ts';
import { parseDocument } from './comment-document.ts';

const leaves = (text: string, ...marks: string[]): CommentNode => ({
  object: 'text',
  leaves: [{ object: 'leaf', text, marks: marks.map((type) => ({ object: 'mark', type })) }],
});
const block = (type: string, nodes: CommentNode[] = [], data = {}): CommentNode => ({
  object: 'block',
  type,
  data,
  nodes,
});
const inline = (type: string, data: object, nodes: CommentNode[] = []): CommentNode => ({
  object: 'inline',
  type,
  data,
  nodes,
});
const parse = (...nodes: CommentNode[]) =>
  parseDocument({ object: 'document', nodes }, 'body.body.document').nodes;
const text = (value: string, ...marks: string[]) => ({
  type: 'text',
  text: value,
  ...(marks.length > 0 && { marks }),
});

describe('a tree of a client of the public platform', () => {
  it('becomes one of our nodes', () => {
    expect(
      parse(
        block('heading-2', [leaves('Plan')]),
        block('paragraph', [leaves('Do '), leaves('this', 'bold', 'code')]),
        block('list-tasks', [block('list-item', [block('paragraph', [leaves('One')])], { checked: true })]),
        block('code', [block('code-line', [leaves('a')]), block('code-line', [leaves('b')])], {
          syntax: 'js',
        }),
        block('hint', [block('paragraph', [leaves('Mind')])], { style: 'warning' }),
        block('blockquote', [block('paragraph', [leaves('Said')])]),
        block('divider'),
      ),
    ).toEqual([
      { type: 'heading', level: 2, nodes: [text('Plan')] },
      { type: 'paragraph', nodes: [text('Do '), text('this', 'bold', 'code')] },
      {
        type: 'list',
        ordered: false,
        nodes: [{ type: 'list-item', checked: true, nodes: [{ type: 'paragraph', nodes: [text('One')] }] }],
      },
      { type: 'code', text: 'a\nb', language: 'js' },
      { type: 'hint', style: 'warning', nodes: [{ type: 'paragraph', nodes: [text('Mind')] }] },
      { type: 'quote', nodes: [{ type: 'paragraph', nodes: [text('Said')] }] },
      { type: 'divider' },
    ]);
  });

  it('keeps links, mentions and emoji in texts', () => {
    const link = (ref: object) => inline('link', { ref }, [leaves('there')]);
    const hrefOf = (ref: object) => parse(link(ref))?.[0]?.href;
    expect(hrefOf({ kind: 'url', url: 'https://docs.example' })).toBe('https://docs.example');
    expect(hrefOf({ kind: 'page', page: 'p1' })).toBe('/pages/p1');
    expect(hrefOf({ kind: 'anchor', page: 'p1', space: 's1', anchor: 'top' })).toBe(
      '/spaces/s1/pages/p1#top',
    );
    expect(hrefOf({ kind: 'anchor', anchor: 'top' })).toBe('#top');
    expect(hrefOf({ kind: 'file', file: 'f1' })).toBe('/files/f1');
    expect(
      parse(
        inline('mention', { ref: { kind: 'user', user: 'u1' } }),
        inline('emoji', { code: '1f600' }),
        inline('emoji', { code: 'ffffff' }),
        inline('mention', { ref: { kind: 'space', space: 's1' } }),
      ),
    ).toEqual([
      text('@u1'),
      text('😀'),
      text('ffffff'),
      { type: 'link', href: '/spaces/s1', nodes: [text('/spaces/s1')] },
    ]);
  });

  it('keeps what is in blocks that have no counterpart, and names of those it doesn’t know', () => {
    expect(parse(block('tabs', [block('tabs-item', [block('paragraph', [leaves('In')])])]))).toEqual([
      { type: 'paragraph', nodes: [text('In')] },
    ]);
    expect(parse(block('drawing', [leaves('Map')]))).toEqual([{ type: 'drawing', nodes: [text('Map')] }]);
  });

  it.each<[CommentNode, string]>([
    [{ object: 'block' }, 'body.body.document.nodes[0].type is required'],
    [block('paragraph', [{ object: 'block' }]), 'body.body.document.nodes[0].nodes[0].type is required'],
    [
      { object: 'text', leaves: [{ text: 7 }] },
      'body.body.document.nodes[0].leaves[0].text must be a string',
    ],
  ])('is rejected with the place of %j', (node, message) => {
    expect(() => parse(node)).toThrow(message);
  });

  it('is one document', () => {
    expect(() => parseDocument({ object: 'block', type: 'paragraph' }, 'body')).toThrow(
      'body.object must be document',
    );
  });
});

it('of our nodes is stored as it is, if each has a type', () => {
  const tree = { type: 'document', nodes: [{ type: 'x-note', level: 7, nodes: [text('Yes')] }] };
  expect(parseDocument(tree, 'body.body.document')).toEqual(tree);
  expect(() => parseDocument({ type: 'document', nodes: [{ text: 'Yes' }] }, 'body')).toThrow(
    'body.nodes[0].type is required',
  );
});
