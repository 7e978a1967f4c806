import { describe, expect, it } from 'vitest';
import { adaptResponse } from './adapt-response.ts';
import { emojiOf } from './json-object.ts';

const leaf = (text: string, ...marks: string[]) => ({
  object: 'leaf',
  text,
  marks: marks.map((type) => ({ object: 'mark', type })),
});
const text = (...leaves: object[]) => ({ object: 'text', leaves });
const block = (type: string, nodes: object[], more: object = {}) => ({
  object: 'block',
  type,
  nodes,
  ...more,
});
const inline = (type: string, data: object, nodes: object[] = []) => ({
  object: 'inline',
  type,
  data,
  nodes,
});

/** The adapted blocks of a text. */
async function blocksOf(...nodes: object[]): Promise<unknown> {
  const body = await adaptResponse({ items: [{ document: { object: 'document', data: {}, nodes } }] });
  return JSON.parse(JSON.stringify(body)).items[0].document.nodes;
}

describe('adapting responses', () => {
  it('returns known shapes unchanged', async () => {
    const body = {
      items: [{ object: 'review', body: { document: { type: 'document', nodes: [] } } }],
    };
    expect(await adaptResponse(body)).toBe(body);
    expect(await adaptResponse(undefined)).toBeUndefined();
    expect(await adaptResponse('text')).toBe('text');
  });

  it('converts leaves with their marks', async () => {
    expect(
      await blocksOf(block('paragraph', [text(leaf('plain '), leaf('both', 'bold', 'italic'))])),
    ).toEqual([
      {
        type: 'paragraph',
        nodes: [
          { type: 'text', text: 'plain ' },
          { type: 'text', text: 'both', marks: ['bold', 'italic'] },
        ],
      },
    ]);
  });

  it('converts texts without leaves', async () => {
    expect(await blocksOf(block('paragraph', [{ object: 'text', text: 'one', marks: ['code'] }]))).toEqual([
      { type: 'paragraph', nodes: [{ type: 'text', text: 'one', marks: ['code'] }] },
    ]);
  });

  it('converts known blocks', async () => {
    const firstText = text(leaf('one'));
    expect(
      await blocksOf(
        block('heading-2', [firstText], { meta: { id: 'anchor' } }),
        block('list-tasks', [
          block('list-item', [block('paragraph', [firstText])], { data: { checked: true } }),
        ]),
        block('list-ordered', [block('list-item', [block('paragraph', [firstText])])]),
        block('code', [block('code-line', [firstText]), block('code-line', [text(leaf('two'))])], {
          data: { syntax: 'js' },
        }),
        block('blockquote', [block('paragraph', [firstText])]),
        block('hint', [block('paragraph', [firstText])], { data: { style: 'danger' } }),
        block('tabs', [block('tabs-item', [block('paragraph', [firstText])], { data: { title: 'First' } })]),
        { object: 'block', type: 'divider', isVoid: true },
      ),
    ).toMatchObject([
      { type: 'heading', level: 2, anchor: 'anchor', nodes: [{ text: 'one' }] },
      { type: 'list', ordered: false, nodes: [{ type: 'list-item', checked: true }] },
      { type: 'list', ordered: true, nodes: [{ nodes: [{ type: 'paragraph' }] }] },
      { type: 'code', language: 'js', text: 'one\ntwo' },
      { type: 'quote', nodes: [{ type: 'paragraph' }] },
      {
        type: 'element',
        element: 'aside',
        classes: 'callout danger',
        nodes: [{ classes: 'label', nodes: [{ text: 'Danger' }] }, { type: 'paragraph' }],
      },
      {
        type: 'element',
        classes: 'tabs',
        nodes: [
          {
            classes: 'part',
            nodes: [
              { element: 'input' },
              { element: 'label', nodes: [{ text: 'First' }] },
              { classes: 'panel', nodes: [{ type: 'paragraph', nodes: [{ text: 'one' }] }] },
            ],
          },
        ],
      },
      { type: 'divider' },
    ]);
  });

  it('converts inline nodes', async () => {
    const inlines = [
      inline('link', { ref: { kind: 'page', page: 'p1', space: 's1' } }, [text(leaf('there'))]),
      inline('link', { ref: { kind: 'url', url: 'https://example.org' } }, [text(leaf('out'))]),
      inline('emoji', { code: '1f4d8' }),
      inline('inline-image', { ref: { kind: 'file', file: 'f1' }, caption: 'Owl' }),
      inline('inline-math', { formula: 'a+b' }),
      inline('mention', { ref: { kind: 'user', user: 'u1' } }),
    ];
    expect(await blocksOf(block('paragraph', inlines))).toMatchObject([
      {
        nodes: [
          { type: 'link', href: '/spaces/s1/pages/p1', nodes: [{ text: 'there' }] },
          { type: 'link', href: 'https://example.org' },
          { type: 'text', text: '📘' },
          { type: 'image', src: '/files/f1', alt: 'Owl' },
          { type: 'text', text: 'a+b', marks: ['code'] },
          { type: 'text', text: '@u1' },
        ],
      },
    ]);
  });

  it('converts tables from their records', async () => {
    const table = {
      object: 'block',
      type: 'table',
      data: {
        view: { type: 'grid', columns: ['c1', 'c2'] },
        definition: { c2: { title: 'Done', type: 'checkbox' }, c1: { title: 'Name', type: 'text' } },
        records: {
          r2: { orderIndex: 'b', values: { c1: 'f2', c2: false } },
          r1: { orderIndex: 'a', values: { c1: 'f1', c2: true } },
        },
      },
      fragments: [
        { object: 'fragment', fragment: 'f1', nodes: [block('paragraph', [text(leaf('Owl'))])] },
        { object: 'fragment', fragment: 'f2', nodes: [block('paragraph', [text(leaf('Elk'))])] },
      ],
    };
    const [read] = JSON.parse(JSON.stringify(await blocksOf(table)));
    const words = (row: { nodes: { nodes: { text: string }[] }[] }) =>
      row.nodes.map(({ nodes }) => nodes.map(({ text: word }) => word).join(''));
    expect(read.nodes.map(words)).toEqual([
      ['Name', 'Done'],
      ['Owl', '☑'],
      ['Elk', '☐'],
    ]);
    expect(read.nodes[0].nodes[0].header).toBe(true);
  });

  it('keeps the type and text of unknown blocks', async () => {
    expect(await blocksOf(block('hologram', [block('paragraph', [text(leaf('inside'))])]))).toMatchObject([
      { type: 'hologram', nodes: [{ type: 'paragraph', nodes: [{ text: 'inside' }] }] },
    ]);
  });

  it.each([
    ['nulls', [null, { object: 'block', type: 'paragraph', nodes: null }]],
    ['strings instead of nodes', ['text', 7, { object: 'text', leaves: ['x'] }]],
    ['blocks without a type', [{ object: 'block', nodes: [] }]],
    ['tables without records', [{ object: 'block', type: 'table' }]],
  ])('tolerates %s', async (_, nodes) => {
    await expect(adaptResponse({ document: { object: 'document', nodes } })).resolves.toMatchObject({
      document: { type: 'document' },
    });
  });

  it('extracts the text of a review comment', async () => {
    const review = { object: 'change-request-review', id: 'r', status: 'approved' };
    const paragraphs = [block('paragraph', [text(leaf('Well '), leaf('done'))]), block('paragraph', [])];
    const read = async (comment: unknown) => {
      const body = await adaptResponse({ items: [{ ...review, comment }] });
      return JSON.parse(JSON.stringify(body)).items[0].comment;
    };
    expect(await read({ object: 'comment', body: { markdown: 'Good' } })).toBe('Good');
    expect(
      await read({ object: 'comment', body: { document: { object: 'document', nodes: paragraphs } } }),
    ).toBe('Well done');
    expect(await read('Plain')).toBe('Plain');
    expect(await read(null)).toBeUndefined();
    expect(await read(undefined)).toBeUndefined();
  });

  it('derives a translation’s title and languages', async () => {
    const body = await adaptResponse({
      items: [{ object: 'translation', id: 't', source: { space: 's', language: 'en' }, language: 'de' }],
    });
    expect(body).toMatchObject({ items: [{ id: 't', title: 'English to German', languages: ['de'] }] });
    expect(await adaptResponse({ object: 'translation' })).toMatchObject({
      title: 'Unknown language',
      languages: [],
    });
  });

  it('assumes permissions that a server omits', async () => {
    const teamBody = { object: 'team', id: 't', permissions: { view: true, admin: false } };
    expect(await adaptResponse(teamBody)).toBe(teamBody);
    expect(await adaptResponse({ items: [{ object: 'team', id: 't' }, teamBody] })).toEqual({
      items: [{ object: 'team', id: 't', permissions: { view: true, admin: true } }, teamBody],
    });
    expect(await adaptResponse({ object: 'comment-reply', id: 'r' })).toMatchObject({
      permissions: { edit: true, delete: true },
    });
    expect(
      await adaptResponse({ object: 'organization', id: 'o', permissions: { admin: false } }),
    ).toMatchObject({
      permissions: { admin: false, listMembers: true, listTeams: true },
    });
  });

  it('converts emoji code points', async () => {
    expect(await adaptResponse({ pages: [{ emoji: '1f4d8' }, { emoji: '📕' }] })).toEqual({
      pages: [{ emoji: '📘' }, { emoji: '📕' }],
    });
    expect(emojiOf('1f468-200d-1f469')).toBe('👨‍👩');
    expect(emojiOf('ffffff')).toBe('ffffff');
  });
});
