import { beforeAll, describe, expect, it } from 'vitest';
import { createGrant, createSite, createSpace } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, PUBLIC_URL, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let sites: string;
beforeAll(async () => {
  w = await createOrganizationFixture();
  sites = `${w.base}/sites`;
});

/** A site of the shared organization, inserted directly. */
const createTestSite = (fields: Partial<Parameters<typeof createSite>[0]> = {}) =>
  createSite({ organizationId: w.organization.id, ...fields });
const createTestSpace = (fields: Partial<Parameters<typeof createSpace>[0]> = {}) =>
  createSpace({ organizationId: w.organization.id, ...fields });

describe('listSites', () => {
  it('needs a token', async () => {
    expect((await as(anonymous).get(sites)).status).toBe(401);
  });

  it('rejects a filter that is no boolean and a cursor of another list', async () => {
    expect((await as(w.reader).get(`${sites}?published=maybe`)).status).toBe(400);
    expect((await as(w.reader).get(`${sites}?page=abc`)).status).toBe(400);
  });

  it('returns 403 to guests and disabled members, and 404 to non-members', async () => {
    expect((await as(w.guest).get(sites)).status).toBe(403);
    expect((await as(w.disabled).get(sites)).status).toBe(403);
    expect((await as(w.outsider).get(sites)).status).toBe(404);
  });

  it('lists the sites of the organization page by page, with their counts', async () => {
    const otherOrganization = await createOrganizationFixture();
    const created = [];
    for (const title of ['One', 'Two', 'Three']) {
      created.push(
        await as(otherOrganization.creator).post(`${otherOrganization.base}/sites`, {
          title,
          spaces: 'empty',
        }),
      );
    }
    await createTestSite({ title: 'Elsewhere' });
    const first = await as(otherOrganization.reader).get(`${otherOrganization.base}/sites?limit=2`);
    expect(first.body.count).toBe(3);
    const second = await as(otherOrganization.reader).get(
      `${otherOrganization.base}/sites?limit=2&page=${first.body.next.page}`,
    );
    expect(second.body.next).toBeUndefined();
    const listedSites = [...first.body.items, ...second.body.items];
    expect(listedSites).toEqual(created.map(({ body }) => body));
    expect(listedSites.map(({ siteSpaces }) => siteSpaces)).toEqual([1, 1, 1]);
  });

  it('filters by title in any case, by publication and by space', async () => {
    const otherOrganization = await createOrganizationFixture();
    const visibleSpace = await createSpace({ organizationId: otherOrganization.organization.id });
    const create = (body: object) =>
      as(otherOrganization.admin).post(`${otherOrganization.base}/sites`, body);
    const alpha = (await create({ title: 'Alpha 100%', spaces: [visibleSpace.id] })).body.id;
    const beta = (await create({ title: 'Beta' })).body.id;
    await as(otherOrganization.admin).post(`${otherOrganization.base}/sites/${beta}/publish`);
    const titlesFor = async (query: string) => {
      const { body } = await as(otherOrganization.reader).get(`${otherOrganization.base}/sites?${query}`);
      return body.items.map(({ id }: { id: string }) => id);
    };
    expect(await titlesFor('title=ALPHA')).toEqual([alpha]);
    expect(await titlesFor('title=100%25')).toEqual([alpha]);
    expect(await titlesFor('title=_')).toEqual([]);
    expect(await titlesFor('published=true')).toEqual([beta]);
    expect(await titlesFor('published=false')).toEqual([alpha]);
    expect(await titlesFor(`space=${visibleSpace.id}`)).toEqual([alpha]);
    expect(await titlesFor('space=unknown')).toEqual([]);
  });
});

describe('createSite', () => {
  it('needs a token', async () => {
    expect((await as(anonymous).post(sites, {})).status).toBe(401);
  });

  it.each([
    ['a title that is too short', { title: 'x' }],
    ['an unknown type', { type: 'gold' }],
    ['an unknown kind of new space', { spaces: 'full' }],
    ['an unknown member', { published: true }],
    ['a duplicate space', { spaces: ['same', 'same'] }],
  ])('rejects %s', async (_, body) => {
    expect((await as(w.creator).post(sites, body)).status).toBe(400);
  });

  it('needs the role create', async () => {
    const response = await as(w.reviewer).post(sites, { title: 'Docs' });
    expect(response.status).toBe(403);
    expect(response.body.error.message).toContain('"create"');
    expect((await as(w.outsider).post(sites, { title: 'Docs' })).status).toBe(404);
  });

  it('returns 404 for spaces of another organization, deleted spaces and those that the caller cannot see', async () => {
    const otherSpace = await createSpace({
      organizationId: (await createOrganizationFixture()).organization.id,
    });
    const deleted = await createTestSpace({ deletedAt: new Date() });
    const hidden = await createTestSpace({ defaultLevel: null });
    for (const { id } of [otherSpace, deleted, hidden]) {
      expect((await as(w.creator).post(sites, { spaces: [id] })).status).toBe(404);
    }
    await createGrant({
      organizationId: w.organization.id,
      spaceId: hidden.id,
      userId: w.creator.id,
      level: 'read',
    });
    expect((await as(w.creator).post(sites, { spaces: [hidden.id] })).status).toBe(201);
  });

  it('creates an unpublished, public, basic site', async () => {
    const { status, body } = await as(w.creator).post(sites, { title: 'Docs' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'site',
      title: 'Docs',
      type: 'basic',
      visibility: 'public',
      published: false,
      siteSpaces: 0,
      adaptiveContent: { enabled: false },
      urls: { location: `${PUBLIC_URL}${sites}/${body.id}` },
    });
    expect(body.urls.published).toBeUndefined();
  });

  describe('makes an address of the title', () => {
    const create = async (title: string) => (await as(w.creator).post(sites, { title })).body;
    const basenameOf = async (title: string) => (await create(title)).basename;

    it.each([
      ['Acme Help', 'acme-help'],
      ['Über uns & mehr', 'uber-uns-mehr'],
      ['はじめに', 'はじめに'],
      ['🚀🚀', 'site'],
      ['~robots.txt', 'robots-txt'],
      ['x'.repeat(128), 'x'.repeat(100)],
    ])('%s', async (title, basename) => {
      expect(await basenameOf(title)).toBe(basename);
    });

    it('with a number where the name is another site’s, or was', async () => {
      const { id } = await create('Tide tables');
      expect(await basenameOf('Tide tables')).toBe('tide-tables-1');
      await as(w.creator).patch(`${sites}/${id}`, { basename: 'tides' });
      expect(await basenameOf('Tide tables')).toBe('tide-tables-2');
      const long = `${'y'.repeat(127)}`;
      expect(await basenameOf(long)).toBe('y'.repeat(100));
      expect(await basenameOf(long)).toBe(`${'y'.repeat(98)}-1`);
    });

    it('which another organization can have too', async () => {
      await create('Almanac');
      const otherOrganization = await createOrganizationFixture();
      const { body } = await as(otherOrganization.creator).post(`${otherOrganization.base}/sites`, {
        title: 'Almanac',
      });
      expect(body.basename).toBe('almanac');
    });

    it('a separate one for each of several that are created at once', async () => {
      const created = await Promise.all(Array.from({ length: 6 }, () => create('At once')));
      expect(created.map(({ basename }) => basename).toSorted()).toEqual([
        'at-once',
        ...[1, 2, 3, 4, 5].map((number) => `at-once-${number}`),
      ]);
    });

    it('where visitors find it once it is published, also by its id', async () => {
      const { id } = (await as(w.creator).post(sites, { title: 'Found here', spaces: 'sample' })).body;
      const { body } = await as(w.creator).post(`${sites}/${id}/publish`);
      expect(body.urls.published).toBe(`${PUBLIC_URL}/published/${w.organization.id}/found-here/`);
      const { app } = await testApp();
      for (const name of ['found-here', id]) {
        const url = `/published/${w.organization.id}/${name}/`;
        expect((await app.inject({ url })).statusCode).toBe(200);
      }
    });
  });

  it('adds the spaces in order, the first as the default, with unique paths', async () => {
    const spaces = [
      await createTestSpace({ title: 'Guide' }),
      await createTestSpace({ title: 'Guide' }),
      await createTestSpace({ title: 'API' }),
    ];
    const ids = spaces.map(({ id }) => id);
    const { body } = await as(w.creator).post(sites, { spaces: ids });
    expect(body.siteSpaces).toBe(3);
    const list = await as(w.reader).get(`${sites}/${body.id}/site-spaces`);
    expect(list.body.items.map((entry: { space: { id: string } }) => entry.space.id)).toEqual(ids);
    expect(list.body.items.map((entry: { path: string }) => entry.path)).toEqual(['guide', 'guide-1', 'api']);
    expect(list.body.items.map((entry: { default: boolean }) => entry.default)).toEqual([true, false, false]);
  });

  it.each([
    ['empty', 0],
    ['sample', 3],
  ])('creates a space (%s) titled like the site', async (spaces, pages) => {
    const title = `Title of more than fifty characters ${'x'.repeat(30)}`;
    const created = await as(w.creator).post(sites, { title, spaces });
    const { body } = await as(w.creator).get(`${sites}/${created.body.id}/site-spaces`);
    expect(body.items).toHaveLength(1);
    expect(body.items[0].space).toMatchObject({ title: title.slice(0, 50), permissions: { admin: true } });
    const { db } = await testApp();
    const revision = await db
      .selectFrom('revisions')
      .select('pages')
      .where('id', '=', body.items[0].space.revision)
      .executeTakeFirstOrThrow();
    expect(revision.pages).toHaveLength(pages);
  });
});

describe('getSite', () => {
  it('needs a token', async () => {
    const { id } = await createTestSite();
    expect((await as(anonymous).get(`${sites}/${id}`)).status).toBe(401);
  });

  it('returns 404 to guests, to non-members and under another organization', async () => {
    const { id } = await createTestSite();
    const otherOrganization = await createOrganizationFixture();
    expect((await as(w.guest).get(`${sites}/${id}`)).status).toBe(404);
    expect((await as(w.outsider).get(`${sites}/${id}`)).status).toBe(404);
    expect((await as(otherOrganization.admin).get(`${otherOrganization.base}/sites/${id}`)).status).toBe(404);
    expect((await as(w.admin).get(`${sites}/unknown`)).status).toBe(404);
  });

  it('returns the site to members', async () => {
    const { id } = await createTestSite({ title: 'Handbook' });
    const { status, body } = await as(w.reader).get(`${sites}/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, title: 'Handbook' });
  });
});

describe('updateSite', () => {
  const patch = (body: object, id: string) => as(w.creator).patch(`${sites}/${id}`, body);

  it('needs a token', async () => {
    const { id } = await createTestSite();
    expect((await as(anonymous).patch(`${sites}/${id}`, {})).status).toBe(401);
  });

  it.each([
    ['a short title', { title: 'x' }],
    ['a proxy without a path', { proxy: 'example.com' }],
    ['a basename that cannot be part of a URL', { basename: 'two words' }],
    ['null for a required field', { basename: null }],
    ['an unknown member', { hostname: 'docs.example.com' }],
  ])('rejects %s', async (_, body) => {
    const { id } = await createTestSite();
    expect((await patch(body, id)).status).toBe(400);
  });

  it('needs the role create, and returns 404 to those who cannot see the site', async () => {
    const { id } = await createTestSite();
    expect((await as(w.reviewer).patch(`${sites}/${id}`, { title: 'New' })).status).toBe(403);
    expect((await as(w.reviewer).patch(`${sites}/unknown`, { title: 'New' })).status).toBe(404);
    expect((await as(w.guest).patch(`${sites}/${id}`, { title: 'New' })).status).toBe(404);
  });

  it('rejects the basename of another site of the organization', async () => {
    const [one, other] = [await createTestSite(), await createTestSite()];
    expect((await patch({ basename: 'taken' }, one.id)).status).toBe(200);
    const response = await patch({ basename: 'taken', title: 'Not written' }, other.id);
    expect(response.status).toBe(409);
    expect(response.body.error.message).toContain('"taken"');
    expect((await as(w.reader).get(`${sites}/${other.id}`)).body.title).toBe('Documentation');
  });

  it('updates only the given members', async () => {
    const { id } = await createTestSite({ title: 'Before', visibility: 'unlisted' });
    const { status, body } = await patch(
      { title: 'After', proxy: 'example.com/docs/help', adaptiveContent: { enabled: true } },
      id,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      title: 'After',
      visibility: 'unlisted',
      adaptiveContent: { enabled: true },
      proxy: { origin: 'https://example.com/docs/help' },
    });
    expect((await patch({ proxy: null }, id)).body.proxy).toBeUndefined();
    expect((await patch({}, id)).body.title).toBe('After');
  });

  it('rotates the share key when a site is no longer shared by link', async () => {
    const { id } = await createTestSite({ visibility: 'share-link', published: true });
    const { db } = await testApp();
    const read = async () =>
      (await db.selectFrom('sites').select('share_key').where('id', '=', id).executeTakeFirstOrThrow())
        .share_key;
    const old = await read();
    const structure = (key: string) => as(w.outsider).get(`${sites}/${id}/published?shareKey=${key}`);
    expect((await structure(old)).status).toBe(200);
    const linkOf = (body: { urls: { published?: string } }) => body.urls.published;
    const before = await patch({ title: 'Still shared', visibility: 'share-link' }, id);
    expect(linkOf(before.body)).toContain(old);
    await patch({ visibility: 'public' }, id);
    const after = await patch({ visibility: 'share-link' }, id);
    const renewed = await read();
    expect(renewed).not.toBe(old);
    expect(linkOf(after.body)).toContain(renewed);
    expect((await structure(old)).status).toBe(404);
    expect((await structure(renewed)).status).toBe(200);
    const audit = await db.selectFrom('audit_log').selectAll().where('target_id', '=', id).execute();
    expect(audit).toHaveLength(3);
    for (const key of [old, renewed]) expect(JSON.stringify(audit)).not.toContain(key);
  });

  it('sets the default site space of a flat site', async () => {
    const ids = [(await createTestSpace()).id, (await createTestSpace()).id];
    const { body: created } = await as(w.creator).post(sites, { spaces: ids });
    const list = async () => (await as(w.reader).get(`${sites}/${created.id}/site-spaces`)).body.items;
    const [first, second] = await list();
    expect((await patch({ defaultSiteSpace: second.id }, created.id)).status).toBe(200);
    expect((await list()).map((entry: { default: boolean }) => entry.default)).toEqual([false, true]);
    const elsewhere = await as(w.creator).post(sites, { spaces: ids });
    expect((await patch({ defaultSiteSpace: first.id }, elsewhere.body.id)).status).toBe(404);
  });

  it('sets the default section, and its default site space', async () => {
    const { body: created } = await as(w.creator).post(sites, { spaces: [(await createTestSpace()).id] });
    const section = await as(w.creator).post(`${sites}/${created.id}/sections`, {
      spaceId: (await createTestSpace()).id,
    });
    const [own] = section.body.siteSpaces;
    const early = await patch({ defaultSiteSpace: own.id }, created.id);
    expect(early.status).toBe(409);
    expect((await patch({ defaultSiteSection: 'unknown' }, created.id)).status).toBe(404);
    const both = { defaultSiteSection: section.body.id, defaultSiteSpace: own.id };
    expect((await patch(both, created.id)).status).toBe(200);
    const { body } = await as(w.reader).get(`${sites}/${created.id}/sections`);
    expect(body.items.map((item: { default: boolean }) => item.default)).toEqual([false, true]);
  });
});

describe('deleteSite', () => {
  it('needs a token, and an administrator', async () => {
    const { id } = await createTestSite();
    expect((await as(anonymous).delete(`${sites}/${id}`)).status).toBe(401);
    const response = await as(w.creator).delete(`${sites}/${id}`);
    expect(response.status).toBe(403);
    expect(response.body.error.message).toContain('"admin"');
    expect((await as(w.creator).delete(`${sites}/unknown`)).status).toBe(404);
    expect((await as(w.outsider).delete(`${sites}/${id}`)).status).toBe(404);
  });

  it('deletes the site with its structure and keeps the spaces', async () => {
    const visibleSpace = await createTestSpace();
    const { body } = await as(w.creator).post(sites, { spaces: [visibleSpace.id] });
    await as(w.creator).post(`${sites}/${body.id}/sections`, { spaceId: visibleSpace.id });
    const { db } = await testApp();
    await db
      .updateTable('organizations')
      .set({ default_content_site_id: body.id })
      .where('id', '=', w.organization.id)
      .execute();
    const response = await as(w.admin).delete(`${sites}/${body.id}`);
    expect(response).toMatchObject({ status: 205, body: undefined });
    expect((await as(w.admin).get(`${sites}/${body.id}`)).status).toBe(404);
    expect((await as(w.admin).delete(`${sites}/${body.id}`)).status).toBe(404);
    const remainingSections = await db
      .selectFrom('site_sections')
      .select('id')
      .where('site_id', '=', body.id)
      .execute();
    expect(remainingSections).toEqual([]);
    const remaining = await db.selectFrom('spaces').select('id').where('id', '=', visibleSpace.id).execute();
    expect(remaining).toHaveLength(1);
    const organization = await db
      .selectFrom('organizations')
      .select('default_content_site_id')
      .where('id', '=', w.organization.id)
      .executeTakeFirstOrThrow();
    expect(organization.default_content_site_id).toBeNull();
  });

  it('writes an audit entry', async () => {
    const { id } = await createTestSite({ title: 'Gone' });
    await as(w.admin).delete(`${sites}/${id}`);
    const { db } = await testApp();
    const rows = await db.selectFrom('audit_log').selectAll().where('target_id', '=', id).execute();
    expect(rows).toMatchObject([{ action: 'deleteSite', actor_id: w.admin.id, target_kind: 'site' }]);
  });
});
