import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { createCollection, createGrant, createSite, createSpace } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let organizationId: string;
beforeAll(async () => {
  w = await createOrganizationFixture();
  organizationId = w.organization.id;
});

const idsOf = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id);

describe('listSpaces', () => {
  it('needs a token', async () => {
    expect((await as(anonymous).get(`${w.base}/spaces`)).status).toBe(401);
  });

  it('rejects a limit out of bounds and a filter of the wrong type', async () => {
    expect((await as(w.reader).get(`${w.base}/spaces?limit=1001`)).status).toBe(400);
    expect((await as(w.reader).get(`${w.base}/spaces?deleted=perhaps`)).status).toBe(400);
  });

  it('returns 404 to non-members', async () => {
    expect((await as(w.outsider).get(`${w.base}/spaces`)).status).toBe(404);
  });

  it('lists what each caller can see, newest first, and finds titles', async () => {
    const here = await createOrganizationFixture();
    const inside = { organizationId: here.organization.id };
    const open = await createSpace({ ...inside, title: 'Open_Source' });
    const closed = await createSpace({ ...inside, title: 'Payroll', defaultLevel: null });
    const byRole = await createSpace({ ...inside, title: 'Handbook', defaultLevel: 'inherit' });
    await createSpace({ ...inside, title: 'Gone', deletedAt: new Date() });
    await createGrant({ ...inside, spaceId: closed.id, teamId: here.team.id, level: 'comment' });
    await createGrant({ ...inside, spaceId: byRole.id, userId: here.guest.id, level: 'read' });
    const seenBy = async (who: typeof here.admin, query = '') =>
      idsOf((await as(who).get(`${here.base}/spaces${query}`)).body);
    expect(await seenBy(here.admin)).toEqual([byRole.id, closed.id, open.id]);
    expect(await seenBy(here.reader)).toEqual([byRole.id, open.id]);
    expect(await seenBy(here.guest)).toEqual([byRole.id]);
    expect(await seenBy(here.owner)).toEqual([byRole.id, closed.id, open.id]);
    expect(await seenBy(here.admin, '?title=N_s')).toEqual([open.id]);
    expect(await seenBy(here.reader, '?title=pay')).toEqual([]);
    const page = await as(here.owner).get(`${here.base}/spaces?limit=1`);
    expect(page.body).toMatchObject({ count: 3, next: { page: expect.any(String) } });
  });

  it('lists deleted spaces to those who may restore them, for seven days', async () => {
    const here = await createOrganizationFixture();
    const inside = { organizationId: here.organization.id, defaultLevel: 'inherit' as const };
    const day = 24 * 60 * 60_000;
    const fresh = await createSpace({ ...inside, deletedAt: new Date(Date.now() - 6 * day) });
    await createSpace({ ...inside, deletedAt: new Date(Date.now() - 8 * day) });
    await createSpace(inside);
    const { body } = await as(here.creator).get(`${here.base}/spaces?deleted=true`);
    expect(body).toMatchObject({ count: 1, items: [{ id: fresh.id, deletedAt: expect.any(String) }] });
    expect((await as(here.editor).get(`${here.base}/spaces?deleted=true`)).body.count).toBe(0);
  });

  it('paginates while spaces are created and deleted', async () => {
    const here = await createOrganizationFixture();
    const inside = { organizationId: here.organization.id };
    const created: string[] = [];
    for (let index = 0; index < 8; index += 1) created.push((await createSpace(inside)).id);
    const seenIds: string[] = [];
    let page = '';
    for (let step = 0; ; step += 1) {
      const { body } = await as(here.reader).get(`${here.base}/spaces?limit=3${page}`);
      seenIds.push(...idsOf(body));
      if (!body.next) break;
      page = `&page=${encodeURIComponent(body.next.page)}`;
      if (step === 0) await as(here.admin).delete(`/v1/spaces/${created[4]}`);
      if (step === 0) await createSpace(inside);
    }
    expect(seenIds).toHaveLength(7);
    expect(new Set(seenIds)).toEqual(new Set(created.filter((_, index) => index !== 4)));
  });
});

describe('createSpace', () => {
  it('needs a token', async () => {
    expect((await as(anonymous).post(`${w.base}/spaces`, {})).status).toBe(401);
  });

  it.each([
    ['body.title', { title: 'x'.repeat(51) }],
    ['body.emoji', { emoji: 'owl' }],
    ['body.editMode', { editMode: 'frozen' }],
    ['body.parent', { parent: 7 }],
    ['body.visibility', { visibility: 'public' }],
  ])('names %s when it is wrong', async (path, body) => {
    const response = await as(w.admin).post(`${w.base}/spaces`, body);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body.error)).toContain(path);
  });

  it('requires the role create at the top level, or the permission on the collection', async () => {
    const collection = await createCollection({ organizationId });
    const hidden = await createCollection({ organizationId, defaultLevel: null });
    await createGrant({
      organizationId,
      collectionId: collection.id,
      userId: w.commenter.id,
      level: 'create',
    });
    expect((await as(w.outsider).post(`${w.base}/spaces`, {})).status).toBe(404);
    expect((await as(w.reviewer).post(`${w.base}/spaces`, {})).status).toBe(403);
    expect((await as(w.creator).post(`${w.base}/spaces`, { parent: hidden.id })).status).toBe(404);
    expect((await as(w.creator).post(`${w.base}/spaces`, { parent: collection.id })).status).toBe(403);
    expect((await as(w.commenter).post(`${w.base}/spaces`, { parent: collection.id })).status).toBe(201);
    expect((await as(w.creator).post(`${w.base}/spaces`, { parent: 'nothing' })).status).toBe(404);
  });

  it('returns 409 for a visible collection of another organization', async () => {
    const otherOrganization = await createOrganizationFixture();
    const { db, app } = await testApp();
    const both = {
      organization_id: otherOrganization.organization.id,
      user_id: w.admin.id,
      role: 6,
      search_text: '',
    };
    await db
      .insertInto('members')
      .values({ ...both, last_seen_at: null })
      .execute();
    app.actors.invalidateAll();
    const collection = await createCollection({ organizationId: otherOrganization.organization.id });
    expect((await as(w.admin).post(`${w.base}/spaces`, { parent: collection.id })).status).toBe(409);
  });

  it('creates an empty space at the end, with the level of its parent', async () => {
    const collection = await createCollection({ organizationId, defaultLevel: 'comment' });
    const first = await createSpace({ organizationId, parentId: collection.id });
    const body = {
      title: 'Release notes',
      emoji: '🦉',
      parent: collection.id,
      editMode: 'locked',
      writingView: 'source',
    };
    const response = await as(w.admin).post(`${w.base}/spaces`, body);
    expect(response.status).toBe(201);
    expect(response.headers.etag).toEqual(expect.any(String));
    expect(response.body).toMatchObject({
      object: 'space',
      ...body,
      organization: organizationId,
      defaultLevel: 'comment',
      visibility: 'private',
      comments: 0,
      urls: { location: `http://bindery.test/v1/spaces/${response.body.id}` },
      permissions: { admin: true },
    });
    const listedSpaces = await as(w.admin).get(`/v1/collections/${collection.id}/spaces`);
    expect(idsOf(listedSpaces.body)).toEqual([first.id, response.body.id]);
    const { db } = await testApp();
    const revision = await db
      .selectFrom('revisions')
      .select(['space_id', 'pages'])
      .where('id', '=', response.body.revision)
      .executeTakeFirstOrThrow();
    expect(revision).toEqual({ space_id: response.body.id, pages: [] });
  });

  it('uses the default role at the top level, and the creator retains their level', async () => {
    const { body } = await as(w.creator).post(`${w.base}/spaces`, {});
    expect(body).toMatchObject({ title: 'Untitled', defaultLevel: 'read', permissions: { admin: true } });
    expect(body).not.toHaveProperty('parent');
    expect((await as(w.editor).get(`/v1/spaces/${body.id}`)).body.permissions).toMatchObject({
      view: true,
      edit: false,
    });
  });
});

describe('getSpace', () => {
  it('needs a token', async () => {
    expect((await as(anonymous).get('/v1/spaces/some')).status).toBe(401);
  });

  it('returns the same 404 for hidden and for unknown spaces', async () => {
    const unknown = await as(w.reader).get('/v1/spaces/nothing');
    const closed = await createSpace({ organizationId, defaultLevel: null });
    const deleted = await createSpace({ organizationId, deletedAt: new Date() });
    const otherSpace = await createSpace({ organizationId: w.outsider.organizationId });
    const collection = await createCollection({ organizationId });
    for (const { id } of [closed, deleted, otherSpace, collection]) {
      const response = await as(w.reader).get(`/v1/spaces/${id}`);
      expect(response).toMatchObject({ status: 404, body: unknown.body });
    }
    expect((await as(w.disabled).get(`/v1/spaces/${closed.id}`)).status).toBe(403);
  });

  it("returns the space with the caller's permissions", async () => {
    const space = await createSpace({ organizationId, defaultLevel: 'inherit', title: 'Atlas' });
    const mayBy = async (who: typeof w.admin) =>
      (await as(who).get(`/v1/spaces/${space.id}`)).body.permissions;
    expect(await mayBy(w.reader)).toMatchObject({ view: true, comment: false });
    expect(await mayBy(w.commenter)).toMatchObject({ comment: true, edit: false });
    expect(await mayBy(w.editor)).toMatchObject({ edit: true, review: false });
    expect(await mayBy(w.reviewer)).toMatchObject({ merge: true, admin: false });
    expect(await mayBy(w.creator)).toMatchObject({ admin: true });
    expect((await as(w.reader).get(`/v1/spaces/${space.id}`)).body).toMatchObject({
      defaultLevel: 'inherit',
    });
  });
});

describe('a published space, alone and in lists of spaces,', () => {
  it('has its public URL, for guests only with the key of a site shared by link', async () => {
    const { db } = await testApp();
    const collection = await createCollection({ organizationId });
    const space = await createSpace({ organizationId, parentId: collection.id });
    await createGrant({ organizationId, collectionId: collection.id, userId: w.guest.id, level: 'read' });
    const url = `/v1/spaces/${space.id}`;
    expect((await as(w.reader).get(url)).body.urls).not.toHaveProperty('published');
    const site = await createSite({ organizationId, published: true, visibility: 'share-link' });
    const row = { id: newId(), site_id: site.id, section_id: null, space_id: space.id, condition: null };
    await db
      .insertInto('site_spaces')
      .values({ ...row, path: 'guide', is_default: true, rank: 'a0' })
      .execute();
    const published = expect.stringContaining(`/${site.id}/${site.share_key}/`);
    expect((await as(w.reader).get(url)).body.urls).toMatchObject({ published });
    expect((await as(w.guest).get(url)).body.urls).not.toHaveProperty('published');
    const withKey = await as(w.guest).get(`${url}?shareKey=${site.share_key}`);
    expect(withKey.body.urls).toMatchObject({ published });

    const lists = [
      `/v1/orgs/${organizationId}/spaces?limit=100`,
      `/v1/orgs/${organizationId}/members/${w.reader.id}/spaces?limit=100`,
      `/v1/collections/${collection.id}/spaces`,
    ];
    for (const list of lists) {
      const { body } = await as(w.reader).get(list);
      const spaces = body.items.map((item: { space?: object }) => item.space ?? item);
      expect(spaces).toContainEqual(
        expect.objectContaining({ id: space.id, urls: expect.objectContaining({ published }) }),
      );
    }
    const visibleItems = (await as(w.guest).get(lists[0] ?? '')).body.items;
    expect(JSON.stringify(visibleItems)).not.toContain(site.share_key);
    await as(w.admin).delete(url);
    const { body: trash } = await as(w.admin).get(`${lists[0]}&deleted=true`);
    expect(trash.items[0]).toMatchObject({ id: space.id });
    expect(trash.items[0].urls).not.toHaveProperty('published');
  });
});

describe('updateSpace', () => {
  it('needs a token', async () => {
    expect((await as(anonymous).patch('/v1/spaces/some', {})).status).toBe(401);
  });

  it.each([
    ['body.title', { title: 'x'.repeat(51) }],
    ['body.emoji', { emoji: '🦉🦉' }],
    ['body.editMode', { editMode: null }],
    ['body.writingView', { writingView: 'book' }],
    ['body.defaultLevel', { defaultLevel: 'emperor' }],
    ['body.parent', { parent: null }],
  ])('names %s when it is wrong', async (path, body) => {
    const space = await createSpace({ organizationId });
    const response = await as(w.admin).patch(`/v1/spaces/${space.id}`, body);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body.error)).toContain(path);
  });

  it('requires the permission admin', async () => {
    const space = await createSpace({ organizationId, defaultLevel: 'inherit' });
    expect((await as(w.outsider).patch(`/v1/spaces/${space.id}`, {})).status).toBe(404);
    const denied = await as(w.reviewer).patch(`/v1/spaces/${space.id}`, { title: 'Mine' });
    expect(denied.status).toBe(403);
    expect(denied.body.error.message).toContain('admin');
    expect((await as(w.creator).patch(`/v1/spaces/${space.id}`, { title: 'Ours' })).status).toBe(200);
  });

  it('updates the given members and honors If-Match', async () => {
    const space = await createSpace({ organizationId, title: 'Old' });
    const url = `/v1/spaces/${space.id}`;
    const before = await as(w.admin).get(url);
    const body = { title: 'New', emoji: '', editMode: 'locked', writingView: 'source', defaultLevel: null };
    const after = await as(w.admin).patch(url, body, { 'if-match': before.headers.etag });
    expect(after).toMatchObject({ status: 200, body });
    expect(after.headers.etag).not.toBe(before.headers.etag);
    const stale = await as(w.admin).patch(url, { title: 'Lost' }, { 'if-match': before.headers.etag });
    expect(stale.status).toBe(412);
    expect((await as(w.admin).get(url)).body.title).toBe('New');
    expect((await as(w.reader).get(url)).status).toBe(404);
  });

  it('lets the caller retain access to what they change', async () => {
    const space = await createSpace({ organizationId, defaultLevel: 'inherit' });
    const { status, body } = await as(w.creator).patch(`/v1/spaces/${space.id}`, { defaultLevel: null });
    expect(status).toBe(200);
    expect(body).toMatchObject({ defaultLevel: null, permissions: { admin: true } });
    expect((await as(w.reviewer).get(`/v1/spaces/${space.id}`)).status).toBe(404);
  });
});
