// @module-tag without-database
import { describe, expect, it } from 'vitest';
import type { DocumentInput } from '#api/generated/types.gen.ts';
import { readDocument } from './read-input.ts';
import { writeMarkdown } from './write-markdown.ts';

const leaves = (text: string, ...marks: string[]): DocumentInput => ({
  object: 'text',
  leaves: [{ object: 'leaf', text, marks: marks.map((type) => ({ object: 'mark', type })) }],
});
const block = (type: string, nodes: DocumentInput[] = [], data = {}): DocumentInput => ({
  object: 'block',
  type,
  data,
  nodes,
});
const inline = (type: string, data: object, nodes: DocumentInput[] = []): DocumentInput => ({
  object: 'inline',
  type,
  data,
  nodes,
});
const read = (...nodes: DocumentInput[]) => readDocument({ object: 'document', nodes }, 'body.body.document');
const markdownOf = (...nodes: DocumentInput[]) => writeMarkdown(read(...nodes)).trim();

describe('a document of a client of the public platform', () => {
  it('becomes Markdown', () => {
    expect(
      markdownOf(
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
    ).toBe(
      [
        '## Plan',
        'Do <strong>`this`</strong>',
        '- [x] One',
        '```js\na\nb\n```',
        '{% hint style="warning" %}\nMind\n{% endhint %}',
        '> Said',
        '***',
      ].join('\n\n'),
    );
  });

  it('keeps links, mentions and emoji in texts', () => {
    const linkTo = (ref: object) =>
      markdownOf(block('paragraph', [inline('link', { ref }, [leaves('there')])]));
    expect(linkTo({ kind: 'url', url: 'https://docs.example' })).toBe('[there](<https://docs.example>)');
    expect(linkTo({ kind: 'page', page: 'p1' })).toBe('[there](</pages/p1>)');
    expect(linkTo({ kind: 'anchor', page: 'p1', space: 's1', anchor: 'top' })).toBe(
      '[there](</spaces/s1/pages/p1#top>)',
    );
    expect(linkTo({ kind: 'anchor', anchor: 'top' })).toBe('[there](<#top>)');
    expect(linkTo({ kind: 'file', file: 'f1' })).toBe('[there](</files/f1>)');
    const nodes = [
      inline('mention', { ref: { kind: 'user', user: 'u1' } }),
      inline('emoji', { code: '1f600' }),
      inline('emoji', { code: 'ffffff' }),
      inline('mention', { ref: { kind: 'space', space: 's1' } }),
    ];
    expect(markdownOf(block('paragraph', nodes))).toBe('@u1😀ffffff[/spaces/s1](</spaces/s1>)');
  });

  it('keeps what is in blocks that it doesn’t know', () => {
    expect(markdownOf(block('x-note', [block('paragraph', [leaves('In')])]))).toBe('In');
    expect(read(block('x-note', [leaves('Map')], { level: 7 })).nodes).toMatchObject([
      { type: 'x-note', data: { level: 7 } },
    ]);
  });

  it.each<[DocumentInput, string]>([
    [{ object: 'block' }, 'body.body.document.nodes[0].type is required'],
    [block('paragraph', [{ object: 'block' }]), 'body.body.document.nodes[0].nodes[0].type is required'],
    [
      { object: 'text', leaves: [{ text: 7 }] },
      'body.body.document.nodes[0].leaves[0].text must be a string',
    ],
  ])('is rejected with the place of %j', (node, message) => {
    expect(() => read(node)).toThrow(message);
  });

  it('is one document', () => {
    expect(() => readDocument({ object: 'block', type: 'paragraph' }, 'body')).toThrow(
      'body.object must be document',
    );
  });
});

it('of the former form is rejected with the place of a node without a type', () => {
  expect(() => readDocument({ type: 'document', nodes: [{ text: 'Yes' }] }, 'body')).toThrow(
    'body.nodes[0].type is required',
  );
});
