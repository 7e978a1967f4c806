import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWrittenSpace } from '#server/test/content-factories.ts';
import { schemaChecker } from '#server/test/definition.ts';
import { createSite, createSpace } from '#server/test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { as } from '#server/test/test-app.ts';

/** Requests of clients of version 0.202.0 of the public definition beyond our own, and its promises to them. */

let w: OrganizationFixture;
let written: Awaited<ReturnType<typeof createWrittenSpace>>;
beforeAll(async () => {
  w = await createOrganizationFixture();
});
beforeEach(async () => {
  written = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
});

const paragraph = (text: string) => ({
  object: 'block',
  type: 'paragraph',
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});
const document = (text: string) => ({ object: 'document', data: {}, nodes: [paragraph(text)] });

describe('an editor of content', () => {
  let url: string;
  beforeEach(async () => {
    const list = `/v1/spaces/${written.space.id}/change-requests`;
    url = `${list}/${(await as(w.editor).post(list, {})).body.id}`;
  });
  const edit = (changes: object[], query = '') => as(w.editor).post(`${url}/content${query}`, { changes });
  const pageOf = async (id: string) =>
    (await as(w.editor).get(`${url}/content/page/${id}?format=markdown`)).body;

  it('names new pages and files by ref, and sends texts as documents', async () => {
    const { status, body } = await edit(
      [
        {
          operation: 'insert_files',
          files: [{ ref: 'map.png', name: 'map.png', contentType: 'image/png', base64: 'iVBORw0KGgo=' }],
        },
        {
          operation: 'insert_page',
          ref: 'intro',
          title: 'Intro',
          noRobotsIndex: true,
          document: { markdown: '![Map](./map.png)' },
        },
        {
          operation: 'insert_page',
          into: 'intro',
          title: 'Below',
          document: { document: document('Hello *') },
        },
        { operation: 'update_page', page: written.start.id, document: {}, condition: '' },
      ],
      '?compat=false',
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      changeRequest: { object: 'change-request', space: written.space.id },
      changes: [
        { object: 'created_page', ref: 'intro', page: { object: 'page', id: body.pages[0] } },
        { object: 'created_page', page: { id: body.pages[1] } },
        { object: 'updated_page', page: { id: written.start.id } },
      ],
      insertedFiles: [{ id: body.files[0], name: 'map.png' }],
    });
    expect(await pageOf(body.pages[0])).toMatchObject({
      noRobotsIndex: true,
      markdown: `![Map](/files/${body.files[0]})`,
      pages: [{ id: body.pages[1] }],
    });
    expect((await pageOf(body.pages[1])).markdown).toBe('Hello \\*\n');
    expect((await pageOf(written.start.id)).markdown).toBe('');
  });

  it('is answered with the change request', async () => {
    const { body } = await edit([{ operation: 'insert_page', title: 'One', document: { markdown: '' } }]);
    // People have no address of their own here.
    const createdBy = { ...body.createdBy, urls: { location: 'https://a.example' } };
    expect(schemaChecker('0.202.0', 'ChangeRequest')({ ...body, createdBy })).toEqual([]);
    expect(body).toMatchObject({ pages: [expect.any(String)], files: [] });
    expect(body.revision).toBe((await as(w.editor).get(url)).body.revision);
  });

  it('reverts pages that were edited, added and deleted', async () => {
    const before = await pageOf(written.start.id);
    const { body } = await edit([
      { operation: 'update_page', page: written.start.id, title: 'Changed', document: { markdown: 'Other' } },
      { operation: 'insert_page', title: 'Added', document: { markdown: '' } },
      { operation: 'delete_page', page: written.other.id },
    ]);
    const reverted = await edit(
      [written.start.id, body.pages[0], written.other.id].map((page) => ({ operation: 'revert_page', page })),
      '?compat=false',
    );
    expect(reverted.body.changes.map(({ object }: { object: string }) => object)).toEqual([
      'updated_page',
      'deleted_page',
      'updated_page',
    ]);
    expect(await pageOf(written.start.id)).toMatchObject({ title: before.title, markdown: before.markdown });
    const { pages } = (await as(w.editor).get(`${url}/content/pages`)).body;
    expect(pages.map(({ id }: { id: string }) => id)).toEqual([written.start.id, written.other.id]);
  });

  it.each([
    ['a condition of a page', { operation: 'update_page', page: 'p', condition: 'true' }, 'condition'],
    ['single blocks to revert', { operation: 'revert_page', page: 'p', block: ['k'] }, 'block'],
    ['a page that never was', { operation: 'revert_page', page: 'p' }, 'page'],
    ['a revision that is none', { operation: 'revert_page', page: 'p', revision: 'r' }, 'revision'],
    ['a file without bytes', { operation: 'insert_files', files: [{ name: 'a' }] }, 'files[0]'],
    [
      'a document that is none',
      { operation: 'insert_page', title: 'T', document: { document: { object: 'block' } } },
      'document.document.object',
    ],
  ])('gets the reason of a refusal: %s', async (_what, change, place) => {
    const { status, body } = await edit([change]);
    expect(status).toBe(400);
    expect(body.error.details[0].path).toBe(`body.changes[0].${place}`);
  });

  it('describes a change request with a document', async () => {
    const described = await as(w.editor).patch(url, { description: document('Why') });
    expect(described).toMatchObject({ status: 200, body: { description: document('Why') } });
    const removed = await as(w.editor).patch(url, {
      description: { object: 'document', data: {}, nodes: [] },
    });
    expect(removed.body).not.toHaveProperty('description');
    expect((await as(w.editor).patch(url, { links: [{}] })).body.error.details[0].message).toContain(
      'description',
    );
  });
});

describe('a creator', () => {
  it('redirects to parts of a site by id', async () => {
    const site = await createSite({ organizationId: w.organization.id });
    const sites = `${w.base}/sites/${site.id}`;
    const creator = as(w.creator);
    const section = (
      await creator.post(`${sites}/sections`, { spaceId: written.space.id, title: 'Guide', icon: 'book' })
    ).body;
    expect(section.icon).toBe('book');
    const siteSpaceId = section.siteSpaces[0].id;
    const destination = { kind: 'site-page', siteSpaceId, pageId: written.other.id };
    const created = await creator.post(`${sites}/redirects`, { source: '/old', destination });
    expect(created).toMatchObject({
      status: 201,
      body: { destination, target: `/${written.other.path}`, status: 302, permanent: false, draft: false },
    });
    expect(schemaChecker('0.202.0', 'SiteRedirect')(created.body)).toEqual([]);
    const path = await creator.post(`${sites}/redirects`, { source: '/plain', target: '/new' });
    expect(path.body).toMatchObject({ status: 301, destination: { kind: 'external' } });
    expect(schemaChecker('0.202.0', 'SiteRedirect')(path.body)).toEqual([]);
    const url = `${sites}/redirects/${created.body.id}`;
    expect((await creator.patch(url, { permanent: true })).body).toMatchObject({ status: 301, destination });
    const moved = await creator.patch(url, { destination: { kind: 'external', url: 'https://a.example/' } });
    expect(moved.body.target).toBe('https://a.example/');
    for (const [more, place] of [
      [{ destination: { kind: 'site-space', siteSpaceId: 'none' } }, 'body.destination.siteSpaceId'],
      [{ destination, target: '/x' }, 'body.destination'],
      [{}, 'body.target'],
      [{ target: '/x', draft: true }, 'body.draft'],
    ] as const) {
      const refused = await creator.post(`${sites}/redirects`, { source: '/other', ...more });
      expect([refused.status, refused.body.error.details[0].path]).toEqual([400, place]);
    }
  });

  it('moves a section by naming its group, and changes the space of a site space', async () => {
    const site = await createSite({ organizationId: w.organization.id });
    const sites = `${w.base}/sites/${site.id}`;
    const creator = as(w.creator);
    const otherSpace = await createSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
    const first = (await creator.post(`${sites}/sections`, { spaceId: written.space.id })).body;
    const group = (await creator.post(`${sites}/section-groups`, { title: 'More', parent: null })).body;
    const second = await creator.post(`${sites}/sections`, {
      spaceId: otherSpace.id,
      siteSectionGroupId: group.id,
      draft: false,
    });
    expect(second.body.sectionGroup).toBe(group.id);
    const move = (siteSectionGroupId: string | null) =>
      creator.patch(`${sites}/sections/${first.id}`, { siteSectionGroupId, localizedTitle: { de: 'Eins' } });
    expect((await move(group.id)).body.sectionGroup).toBe(group.id);
    const out = (await move(null)).body;
    expect(out).not.toHaveProperty('sectionGroup');
    expect(out).not.toHaveProperty('localizedTitle');
    const siteSpace = `${sites}/site-spaces/${first.siteSpaces[0].id}`;
    expect((await creator.patch(siteSpace, { spaceId: otherSpace.id })).body.space.id).toBe(otherSpace.id);
    for (const [url, body] of [
      [`${sites}/sections/${first.id}`, { draft: true }],
      [siteSpace, { hidden: true }],
      [`${sites}/section-groups/${group.id}`, { parentSectionGroupId: group.id }],
    ] as const) {
      const refused = await creator.patch(url, body);
      expect([refused.status, refused.body.error.details.length]).toEqual([400, 1]);
    }
  });

  it('gives a space an icon, by name or address', async () => {
    const creator = as(w.creator);
    const created = await creator.post(`${w.base}/spaces`, {
      title: 'Icons',
      icon: 'book-open',
      empty: true,
    });
    expect(created).toMatchObject({ status: 201, body: { icon: 'book-open' } });
    const url = `/v1/spaces/${created.body.id}`;
    const image = await creator.patch(url, { icon: 'https://a.example/i.png' });
    expect(image.body).toMatchObject({
      icon: 'https://a.example/i.png',
      urls: { icon: 'https://a.example/i.png' },
    });
    const removed = (await creator.patch(url, { icon: null, emoji: null })).body;
    expect(removed).not.toHaveProperty('icon');
    expect(removed.emoji).toBe('');
    expect((await creator.patch(url, { icon: 'javascript:alert(1)' })).body.error.details[0].path).toBe(
      'body.icon',
    );
    expect((await creator.patch(url, { language: 'fr' })).status).toBe(400);
  });
});

it('an administrator revokes access with a null role, and keeps it without one', async () => {
  const url = `/v1/spaces/${written.space.id}/permissions`;
  const admin = as(w.admin);
  await admin.post(url, { users: [w.reader.id], role: 'edit' });
  const one = `${url}/users/${w.reader.id}`;
  expect((await admin.patch(one, {})).body.permission).toBe('edit');
  expect((await admin.patch(one, { role: null })).status).toBe(204);
  expect((await admin.get(one)).status).toBe(404);
  await admin.post(url, { users: [w.reader.id], role: 'edit' });
  expect((await admin.post(url, { users: [w.reader.id], role: null })).status).toBe(204);
  expect((await admin.get(one)).status).toBe(404);
});
