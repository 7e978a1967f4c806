import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApiSpec, createWrittenSpace } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let written: Awaited<ReturnType<typeof createWrittenSpace>>;
let url: string;

beforeAll(async () => {
  w = await createOrganizationFixture();
  await createApiSpec(w.organization.id, 'owls', {
    openapi: '3.1.0',
    paths: { '/owls': { get: { tags: ['Owls'], operationId: 'listOwls' } } },
  });
});
beforeEach(async () => {
  written = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  const list = `/v1/spaces/${written.space.id}/change-requests`;
  url = `${list}/${(await as(w.editor).post(list, {})).body.id}`;
});

const edit = (changes: object[], more: object = {}, who: Parameters<typeof as>[0] = w.editor) =>
  as(who).post(`${url}/content`, { changes, ...more });
const insert = { operation: 'insert_page', title: 'New page' };
const reference = (spec: string, props: object = {}) => ({
  type: 'builtin:openapi',
  dependencies: { spec: { ref: { kind: 'openapi', spec } } },
  props,
});

describe('editChangeRequestContent', () => {
  it('needs a token', async () => {
    expect((await edit([insert], {}, anonymous)).status).toBe(401);
  });

  it.each([
    ['body.changes', []],
    ['body.changes', Array.from({ length: 51 }, () => insert)],
    ['body.changes[1].operation', [insert, { operation: 'rename_page' }]],
    ['body.changes[1].title', [insert, { operation: 'insert_page' }]],
    ['body.changes[1].page', [insert, { operation: 'delete_page' }]],
    ['body.changes[0].page', [{ operation: 'update_page', page: 'nothing', title: 'New' }]],
    ['body.changes[0].page', [{ ...insert, page: 'mine' }]],
    ['body.changes[0].into', [{ ...insert, into: 'nothing' }]],
    ['body.changes[0].emoji', [{ ...insert, emoji: 'owl' }]],
    ['body.changes[0].at', [{ ...insert, at: -1 }]],
    ['body.changes[0].slug', [{ ...insert, slug: 'Not/one' }]],
    ['body.changes[0].slug', [{ ...insert, slug: '~' }]],
    ['body.changes[0].slug', [{ ...insert, slug: 'start' }]],
    [
      'body.changes[1].slug',
      [
        { ...insert, slug: 'new' },
        { ...insert, slug: 'new' },
      ],
    ],
    ['body.changes[0].href', [{ ...insert, type: 'link' }]],
    ['body.changes[0].href', [{ ...insert, href: 'https://example.com' }]],
    ['body.changes[0].href', [{ ...insert, type: 'link', href: 'javascript:alert(1)' }]],
    ['body.changes[0].href', [{ ...insert, type: 'link', href: ' javascript:alert(1)' }]],
    ['body.changes[0].href', [{ ...insert, type: 'link', href: 'java\tscript:alert(1)' }]],
    ['body.changes[0].document', [{ ...insert, type: 'group', document: { markdown: 'Text' } }]],
    ['body.changes[0].computed', [{ ...insert, type: 'computed' }]],
    ['body.changes[0].computed', [{ ...insert, computed: reference('owls') }]],
    [
      'body.changes[0].computed.dependencies.spec.ref.spec',
      [{ ...insert, type: 'computed', computed: reference('no-owls') }],
    ],
    [
      'body.changes[0].computed.type',
      [{ ...insert, type: 'computed', computed: { ...reference('owls'), type: 'x' } }],
    ],
    ['body.changes[0].cover.ref.file', [{ ...insert, cover: { ref: { kind: 'file', file: 'none' } } }]],
    [
      'body.changes[1].temporaryId',
      [
        { ...insert, temporaryId: 'a' },
        { ...insert, temporaryId: 'a' },
      ],
    ],
    [
      'body.changes[1].into',
      [
        { ...insert, type: 'link', href: '/x', temporaryId: 'a' },
        { ...insert, into: 'a' },
      ],
    ],
  ])('names %s when it is wrong, and writes nothing', async (path, changes) => {
    const response = await edit(changes);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body.error)).toContain(path);
    expect((await as(w.reader).get(url)).body.revision).toBe(written.revisionId);
  });

  it('does not move a page below itself', async () => {
    const { start, deep } = written;
    for (const into of [start.id, deep.id]) {
      const response = await edit([{ operation: 'update_page', page: start.id, into }]);
      expect(response.status).toBe(400);
      expect(response.body.error.message).toContain('body.changes[0].into');
    }
  });

  it('requires the permission edit', async () => {
    expect((await edit([insert], {}, w.outsider)).status).toBe(404);
    expect((await edit([insert], {}, w.commenter)).status).toBe(403);
  });

  it('returns 409 for an older revision and for a closed change request', async () => {
    expect((await edit([insert], { revision: 'an older one' })).status).toBe(409);
    await as(w.editor).patch(url, { status: 'archived' });
    expect((await edit([insert])).status).toBe(409);
  });

  it('inserts, changes, moves and deletes in one revision', async () => {
    const { start, deep, other } = written;
    const response = await edit(
      [
        { ...insert, title: 'Été à Zürich', emoji: '🦉', document: { markdown: 'Text\n' } },
        { ...insert, into: start.id, at: 0 },
        { operation: 'update_page', page: other.id, into: start.id, title: 'Another', description: 'More' },
        { operation: 'update_page', page: deep.id, into: null, at: 0 },
        { operation: 'update_page', page: start.id, at: 99 },
      ],
      { revision: written.revisionId },
    );
    expect(response.status).toBe(200);
    expect(response.body.pages).toHaveLength(2);
    const { body } = await as(w.reader).get(`${url}/content`);
    expect(body).toMatchObject({
      id: response.body.revision,
      type: 'edits',
      parents: [written.revisionId],
      pages: [
        { id: deep.id, path: 'deep' },
        { id: response.body.pages[0], title: 'Été à Zürich', path: 'ete-a-zurich', emoji: '🦉' },
        {
          id: start.id,
          pages: [
            { id: response.body.pages[1], path: 'start/new-page' },
            { id: other.id, title: 'Another', path: 'start/other', description: 'More' },
          ],
        },
      ],
    });
    expect((await as(w.reader).get(`/v1/spaces/${written.space.id}/content/pages`)).body.pages).toHaveLength(
      2,
    );
    const list = await as(w.reader).get(
      `${url.replace(/\/[^/]+$/, '')}?status=draft&contributor=${w.editor.id}`,
    );
    expect(list.body.count).toBe(1);
  });

  it('adds groups, links and pages with all their fields below each other', async () => {
    const { file, start } = written;
    const fields = {
      slug: 'first-steps',
      description: 'How to begin',
      icon: 'rocket',
      cover: { ref: { kind: 'file', file: file.id }, yPos: 12 },
      layout: { outline: false, coverSize: 'hero' },
      hidden: true,
      noIndex: true,
    };
    const response = await edit([
      { operation: 'insert_page', type: 'group', title: 'Guides', temporaryId: 'guides', at: 0 },
      { ...insert, into: 'guides', temporaryId: 'page', ...fields },
      { ...insert, into: 'page', type: 'link', title: 'Beginning', href: `/pages/${start.id}` },
      { operation: 'update_page', page: 'page', title: 'First steps' },
    ]);
    expect(response.status).toBe(200);
    const [guides, page, link] = response.body.pages;
    const { body } = await as(w.reader).get(`${url}/content/pages`);
    expect(body.pages[0]).toMatchObject({
      id: guides,
      type: 'group',
      path: 'guides',
      pages: [
        {
          id: page,
          title: 'First steps',
          path: 'guides/first-steps',
          ...fields,
          pages: [
            { id: link, type: 'link', href: `/pages/${start.id}`, path: 'guides/first-steps/beginning' },
          ],
        },
      ],
    });
    expect(body.pages[0]).not.toHaveProperty('documentId');
  });

  it('removes fields by empty values, and leaves those that are not named', async () => {
    const { file, start } = written;
    const cover = { ref: { kind: 'file', file: file.id } };
    await edit([
      {
        operation: 'update_page',
        page: start.id,
        icon: 'owl',
        emoji: '🦉',
        cover,
        hidden: true,
        noIndex: true,
      },
      { operation: 'update_page', page: start.id, layout: { title: false }, description: 'First' },
    ]);
    const none = { description: '', emoji: '', cover: null, layout: null, hidden: false };
    await edit([{ operation: 'update_page', page: start.id, ...none }]);
    const { body } = await as(w.reader).get(`${url}/content/page/${start.id}?format=markdown`);
    expect(body).toMatchObject({ icon: 'owl', noIndex: true, markdown: expect.stringContaining('One') });
    for (const field of Object.keys(none)) expect(body).not.toHaveProperty(field);
  });

  it('exchanges the slugs of two pages, and keeps a chosen slug from a new page with the same title', async () => {
    const { start, other } = written;
    const response = await edit([
      { operation: 'update_page', page: start.id, slug: 'other' },
      { operation: 'update_page', page: other.id, slug: 'start' },
      { ...insert, title: 'Other' },
    ]);
    expect(response.status).toBe(200);
    const { body } = await as(w.reader).get(`${url}/content/pages`);
    expect(body.pages.map(({ path }: { path: string }) => path)).toEqual(['other', 'start', 'other-1']);
    expect(body.pages[0].pages[0].path).toBe('other/deep');
    const conflict = await edit([{ operation: 'update_page', page: start.id, slug: 'start' }]);
    expect(conflict.status).toBe(400);
    expect(conflict.body.error.message).toContain('body.changes[0].slug is already used by “Other”');
  });

  it('assigns unique paths to pages with the same title', async () => {
    await edit([insert, insert, { ...insert, title: 'Start' }]);
    const { body } = await as(w.reader).get(`${url}/content/pages`);
    const paths = body.pages.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(['start', 'other', 'new-page', 'new-page-1', 'start-1']);
  });
});

describe('getChangeRequestChanges', () => {
  it('needs a token and a visible change request', async () => {
    expect((await as(anonymous).get(`${url}/changes`)).status).toBe(401);
    expect((await as(w.outsider).get(`${url}/changes`)).status).toBe(404);
    expect((await as(w.reader).get(`${url}/changes?limit=0`)).status).toBe(400);
  });

  it('lists created, edited, moved and deleted pages', async () => {
    const { start, deep, other, revisionId } = written;
    const { body: edited } = await edit([
      insert,
      { operation: 'update_page', page: start.id, title: 'Begin' },
      { operation: 'update_page', page: deep.id, into: null },
      { operation: 'delete_page', page: other.id },
    ]);
    const { body } = await as(w.reader).get(`${url}/changes`);
    expect(body).toMatchObject({ base: revisionId, revision: edited.revision, more: false });
    const updatedAt = expect.any(String);
    expect(body.changes).toEqual([
      {
        type: 'page_edited',
        page: { ...shown(start), title: 'Begin', previousTitle: 'Start', attributes: ['title'], updatedAt },
      },
      { type: 'page_created', page: { ...shown(insert), id: edited.pages[0], path: 'new-page', updatedAt } },
      {
        type: 'page_moved',
        page: { ...shown(deep), path: 'deep', previousPath: 'start/deep', attributes: ['parent'], updatedAt },
      },
      { type: 'page_deleted', page: shown(other) },
    ]);
    expect((await as(w.reader).get(`${url}/changes?limit=2`)).body).toMatchObject({ more: true });
  });

  function shown({ id, title, path }: { id?: string; title: string; path?: string }) {
    return { id, title, path, type: 'document', attributes: [] };
  }
});

describe('a page of an API specification', () => {
  it('is inserted with its pages, changed and written on, by members who see specifications', async () => {
    const page = { ...insert, type: 'computed', computed: reference('owls', { pages: 'tag' }) };
    const { body } = await edit([page]);
    const [id] = body.pages;
    const read = async () => (await as(w.editor).get(`${url}/content/page/${id}?format=markdown`)).body;
    expect(await read()).toMatchObject({
      type: 'computed',
      computed: reference('owls', { pages: 'tag' }),
      pages: [{ title: 'Owls', type: 'computed' }],
      markdown: expect.stringContaining('[Owls]'),
    });
    const computed = reference('owls', { models: false });
    const change = { operation: 'update_page', page: id, computed, document: { markdown: 'Read me.' } };
    expect((await edit([change])).status).toBe(200);
    expect(await read()).toMatchObject({
      computed,
      pages: [],
      markdown: expect.stringMatching(/^Read me\./),
    });
  });
});
