import { beforeAll, describe, expect, it } from 'vitest';
import { createCollection, createGrant, createSpace } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let organizationId: string;
beforeAll(async () => {
  w = await createOrganizationFixture();
  organizationId = w.organization.id;
});

const idsOf = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id);

describe('listCollections', () => {
  it('needs a token', async () => {
    expect((await as(anonymous).get(`${w.base}/collections`)).status).toBe(401);
  });

  it('rejects a limit out of bounds and a filter of the wrong type', async () => {
    expect((await as(w.reader).get(`${w.base}/collections?limit=0`)).status).toBe(400);
    expect((await as(w.reader).get(`${w.base}/collections?nested=perhaps`)).status).toBe(400);
  });

  it('returns 404 to non-members', async () => {
    expect((await as(w.outsider).get(`${w.base}/collections`)).status).toBe(404);
  });

  it('lists what the caller can see, each level in its order, page by page', async () => {
    const here = await createOrganizationFixture();
    const inside = { organizationId: here.organization.id };
    const first = await createCollection(inside);
    const second = await createCollection(inside);
    const closed = await createCollection({ ...inside, defaultLevel: null });
    const deep = await createCollection({ ...inside, parentId: first.id });
    await as(here.admin).post(`/v1/collections/${second.id}/move`, {
      position: { before: { type: 'collection', collection: first.id } },
    });
    const url = `${here.base}/collections`;
    expect(idsOf((await as(here.reader).get(url)).body)).toEqual([second.id, first.id, deep.id]);
    const flat = await as(here.admin).get(`${url}?nested=false`);
    expect(idsOf(flat.body)).toEqual([second.id, first.id, closed.id]);
    const page = await as(here.reader).get(`${url}?limit=2`);
    expect(page.body).toMatchObject({ count: 3, items: [{ id: second.id }, { id: first.id }] });
    const rest = await as(here.reader).get(`${url}?limit=2&page=${encodeURIComponent(page.body.next.page)}`);
    expect(rest.body).toMatchObject({ count: 3, items: [{ id: deep.id, parent: first.id }] });
    expect(rest.body).not.toHaveProperty('next');
  });
});

describe('createCollection', () => {
  it('needs a token', async () => {
    expect((await as(anonymous).post(`${w.base}/collections`, {})).status).toBe(401);
  });

  it.each([
    ['body.title', { title: 'x'.repeat(51) }],
    ['body.parent', { parent: null }],
    ['body.description', { description: 'Not here' }],
  ])('names %s when it is wrong', async (path, body) => {
    const response = await as(w.admin).post(`${w.base}/collections`, body);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body.error)).toContain(path);
  });

  it('requires the role create at the top level, or the permission on the parent', async () => {
    const parent = await createCollection({ organizationId });
    const otherOrganizationCollection = await createCollection({ organizationId: w.outsider.organizationId });
    expect((await as(w.outsider).post(`${w.base}/collections`, {})).status).toBe(404);
    expect((await as(w.reviewer).post(`${w.base}/collections`, {})).status).toBe(403);
    expect((await as(w.creator).post(`${w.base}/collections`, { parent: parent.id })).status).toBe(403);
    expect(
      (await as(w.creator).post(`${w.base}/collections`, { parent: otherOrganizationCollection.id })).status,
    ).toBe(404);
    await createGrant({ organizationId, collectionId: parent.id, userId: w.reader.id, level: 'create' });
    expect((await as(w.reader).post(`${w.base}/collections`, { parent: parent.id })).status).toBe(201);
  });

  it("creates a collection with its parent's level, and the creator retains theirs", async () => {
    const { status, body } = await as(w.creator).post(`${w.base}/collections`, { title: 'Guides' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'collection',
      title: 'Guides',
      organization: organizationId,
      defaultLevel: 'read',
      permissions: { admin: true, create: true },
      urls: { location: `http://bindery.test/v1/collections/${body.id}` },
    });
    await as(w.creator).patch(`/v1/collections/${body.id}`, { defaultLevel: 'edit' });
    const nested = await as(w.creator).post(`${w.base}/collections`, { parent: body.id });
    expect(nested.body).toMatchObject({ title: 'Untitled', parent: body.id, defaultLevel: 'edit' });
    expect((await as(w.reader).get(`/v1/collections/${nested.body.id}`)).body.permissions).toEqual({
      view: true,
      admin: false,
      viewInviteLinks: false,
      create: false,
    });
  });
});

describe.each([
  ['getCollection', 'get', '', undefined],
  ['updateCollection', 'patch', '', { title: 'Renamed' }],
  ['deleteCollection', 'delete', '', undefined],
  ['listCollectionSpaces', 'get', '/spaces', undefined],
] as const)('%s', (operation, method, path, body) => {
  const send = (who: Parameters<typeof as>[0], id: string) => {
    const url = `/v1/collections/${id}${path}`;
    return method === 'patch' ? as(who).patch(url, body) : as(who)[method](url);
  };

  it('needs a token', async () => {
    expect((await send(anonymous, 'some')).status).toBe(401);
  });

  it('returns the same 404 for hidden and for unknown collections', async () => {
    const unknown = await send(w.creator, 'nothing');
    expect(unknown.status).toBe(404);
    const closed = await createCollection({ organizationId, defaultLevel: null });
    const otherOrganizationCollection = await createCollection({ organizationId: w.outsider.organizationId });
    for (const { id } of [closed, otherOrganizationCollection, await createSpace({ organizationId })]) {
      expect(await send(w.creator, id)).toMatchObject({ status: 404, body: unknown.body });
    }
  });

  it('lets readers view and creators edit', async () => {
    const { id } = await createCollection({ organizationId, defaultLevel: 'inherit' });
    const isChange = operation === 'updateCollection' || operation === 'deleteCollection';
    expect((await send(w.reviewer, id)).status).toBe(isChange ? 403 : 200);
    const done = operation === 'deleteCollection' ? 205 : 200;
    expect((await send(w.creator, id)).status).toBe(done);
  });
});

describe('updateCollection', () => {
  it.each([
    ['body.title', { title: 'x'.repeat(51) }],
    ['body.description', { description: 'x'.repeat(101) }],
    ['body.defaultLevel', { defaultLevel: 'emperor' }],
    ['body.parent', { parent: null }],
  ])('names %s when it is wrong', async (path, body) => {
    const { id } = await createCollection({ organizationId });
    const response = await as(w.admin).patch(`/v1/collections/${id}`, body);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body.error)).toContain(path);
  });

  it('updates the given members; an empty description is removed', async () => {
    const { id } = await createCollection({ organizationId, title: 'Old' });
    const url = `/v1/collections/${id}`;
    const first = await as(w.admin).patch(url, { description: 'All guides' });
    expect(first.body).toMatchObject({ title: 'Old', description: 'All guides' });
    const second = await as(w.admin).patch(url, { title: 'New', description: '' });
    expect(second.body.title).toBe('New');
    expect(second.body).not.toHaveProperty('description');
  });

  it('updates the level of all descendants that inherit it, and of no others', async () => {
    const top = await createCollection({ organizationId });
    const middle = await createCollection({ organizationId, parentId: top.id, defaultLevel: 'inherit' });
    const ownCollection = await createCollection({
      organizationId,
      parentId: top.id,
      defaultLevel: 'comment',
    });
    const deep = await createSpace({ organizationId, parentId: middle.id, defaultLevel: 'inherit' });
    const below = await createSpace({ organizationId, parentId: ownCollection.id, defaultLevel: 'inherit' });
    const isSeen = async (id: string) => (await as(w.reader).get(`/v1/spaces/${id}`)).status === 200;
    await as(w.admin).patch(`/v1/collections/${top.id}`, { defaultLevel: null });
    expect([await isSeen(deep.id), await isSeen(below.id)]).toEqual([false, true]);
    await createGrant({ organizationId, collectionId: top.id, userId: w.reader.id, level: 'edit' });
    expect(await isSeen(deep.id)).toBe(true);
    await as(w.admin).patch(`/v1/collections/${ownCollection.id}`, { defaultLevel: 'inherit' });
    expect((await as(w.reader).get(`/v1/spaces/${below.id}`)).body.permissions.edit).toBe(true);
  });

  it('lets the caller retain access to what they change', async () => {
    const { id } = await createCollection({ organizationId, defaultLevel: 'inherit' });
    const { body } = await as(w.creator).patch(`/v1/collections/${id}`, { defaultLevel: null });
    expect(body).toMatchObject({ defaultLevel: null, permissions: { admin: true } });
  });
});

describe('deleteCollection', () => {
  it('requires the permission create on the parent too', async () => {
    const parent = await createCollection({ organizationId });
    const { id } = await createCollection({ organizationId, parentId: parent.id, defaultLevel: 'create' });
    expect((await as(w.reader).delete(`/v1/collections/${id}`)).status).toBe(403);
  });

  it('deletes subcollections, and lets spaces be restored for seven days', async () => {
    const here = await createOrganizationFixture();
    const inside = { organizationId: here.organization.id };
    const top = await createCollection(inside);
    const below = await createCollection({ ...inside, parentId: top.id });
    const deep = await createSpace({ ...inside, parentId: below.id });
    const before = await createSpace({ ...inside, parentId: top.id });
    const remaining = await createSpace(inside);
    await as(here.admin).delete(`/v1/spaces/${before.id}`);
    expect(await as(here.admin).delete(`/v1/collections/${top.id}`)).toMatchObject({
      status: 205,
      body: undefined,
    });
    for (const { id } of [top, below]) {
      expect((await as(here.admin).get(`/v1/collections/${id}`)).status).toBe(404);
    }
    expect(idsOf((await as(here.admin).get(`${here.base}/spaces`)).body)).toEqual([remaining.id]);
    const deleted = idsOf((await as(here.admin).get(`${here.base}/spaces?deleted=true`)).body);
    expect(new Set(deleted)).toEqual(new Set([deep.id, before.id]));
    for (const { id } of [deep, before]) {
      expect((await as(here.admin).post(`/v1/spaces/${id}/restore`)).status).toBe(200);
    }
    const { db } = await testApp();
    const audit = await db
      .selectFrom('audit_log')
      .select('before')
      .where('target_id', '=', top.id)
      .executeTakeFirstOrThrow();
    expect(audit.before).toMatchObject({ collections: expect.arrayContaining([top.id, below.id]) });
  });
});

describe('listCollectionSpaces', () => {
  it('rejects a limit out of bounds', async () => {
    const { id } = await createCollection({ organizationId });
    expect((await as(w.reader).get(`/v1/collections/${id}/spaces?limit=0`)).status).toBe(400);
  });

  it('lists the visible spaces directly in it, in order, page by page', async () => {
    const parent = await createCollection({ organizationId });
    const inside = { organizationId, parentId: parent.id };
    const created = [
      await createSpace(inside),
      await createSpace(inside),
      await createSpace(inside),
      await createSpace(inside),
    ];
    await createSpace({ ...inside, defaultLevel: null });
    const below = await createCollection(inside);
    await createSpace({ organizationId, parentId: below.id });
    await as(w.admin).post(`/v1/spaces/${created[3]?.id}/move`, {
      position: { before: { type: 'space', space: created[0]?.id } },
    });
    const expected = [created[3], created[0], created[1], created[2]].map((space) => space?.id);
    const url = `/v1/collections/${parent.id}/spaces`;
    expect((await as(w.reader).get(url)).body).toMatchObject({ count: 4 });
    const seenIds: string[] = [];
    for (let page = ''; ;) {
      const { body } = await as(w.reader).get(`${url}?limit=1${page}`);
      seenIds.push(...idsOf(body));
      if (!body.next) break;
      page = `&page=${encodeURIComponent(body.next.page)}`;
      if (seenIds.length === 2) await as(w.admin).delete(`/v1/spaces/${created[1]?.id}`);
    }
    expect(seenIds).toEqual(expected.filter((id) => id !== created[1]?.id));
  });
});
