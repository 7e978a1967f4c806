import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCollection, createGrant, createSpace } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

/** The same rules apply to spaces and collections; each is tested for both. */
describe.each([
  ['moveSpace', 'space', 'spaces', createSpace],
  ['moveCollection', 'collection', 'collections', createCollection],
] as const)('%s', (_operation, kind, path, createBody) => {
  let w: OrganizationFixture;
  let organizationId: string;
  let parentId: string;
  /** A space, a collection, a space and a collection, in this order, in one collection. */
  let items: { id: string; reference: Record<string, string> }[];

  beforeAll(async () => {
    w = await createOrganizationFixture();
    organizationId = w.organization.id;
  });

  beforeEach(async () => {
    parentId = (await createCollection({ organizationId })).id;
    items = [];
    for (const type of ['space', 'collection', 'space', 'collection'] as const) {
      const { id } = await (type === 'space' ? createSpace : createCollection)({ organizationId, parentId });
      items.push({ id, reference: { type, [type]: id } });
    }
  });

  const reference = (index: number) => items[index]?.reference;
  const move = (id: string, body: unknown, who: Parameters<typeof as>[0] = w.admin) =>
    as(who).post(`/v1/${path}/${id}/move`, body);

  /** The order in the parent, as indexes of `items`; 'new' for other items. */
  async function order(): Promise<(number | 'new')[]> {
    const { db } = await testApp();
    const rows = await Promise.all(
      (['spaces', 'collections'] as const).map((table) =>
        db.selectFrom(table).select(['id', 'rank']).where('parent_id', '=', parentId).execute(),
      ),
    );
    const sorted = rows.flat().toSorted((a, b) => (a.rank < b.rank ? -1 : 1));
    return sorted.map(({ id }) => {
      const index = items.findIndex((item) => item.id === id);
      return index < 0 ? 'new' : index;
    });
  }

  it('needs a token', async () => {
    expect((await move('some', {}, anonymous)).status).toBe(401);
  });

  it.each([
    ['body.parent', { parent: 7 }],
    ['body.position', { position: 'first' }],
    ['body.position.after', { position: { after: { type: 'site', site: 'a' } } }],
    ['body.position.index', { position: { index: 3 } }],
  ])('names %s when it is wrong', async (location, body) => {
    const { id } = await createBody({ organizationId });
    const response = await move(id, body);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body.error)).toContain(location);
  });

  it('returns the same 404 for hidden and for unknown items', async () => {
    const unknown = await move('nothing', {});
    expect(unknown.status).toBe(404);
    const { id } = await createBody({ organizationId });
    expect(await move(id, {}, w.outsider)).toMatchObject({ status: 404, body: unknown.body });
    const hidden = await createCollection({ organizationId, defaultLevel: null });
    expect((await move(id, { parent: 'nothing' })).status).toBe(404);
    const mine = await createBody({ organizationId, defaultLevel: 'create' });
    expect((await move(mine.id, { parent: hidden.id }, w.creator)).status).toBe(404);
    const after = { type: 'space', space: (await createSpace({ organizationId, defaultLevel: null })).id };
    expect((await move(mine.id, { position: { after } }, w.creator)).status).toBe(404);
  });

  it('requires the permission create on the item, its current parent and the new one', async () => {
    const from = await createCollection({ organizationId, defaultLevel: 'create' });
    const to = await createCollection({ organizationId, defaultLevel: 'create' });
    const { id } = await createBody({ organizationId, parentId: from.id, defaultLevel: 'create' });
    const weak = await createBody({ organizationId, parentId: from.id, defaultLevel: 'review' });
    expect((await move(weak.id, { parent: to.id }, w.reader)).status).toBe(403);
    expect((await move(id, { parent: null }, w.reader)).status).toBe(403);
    expect((await move(id, { parent: parentId }, w.reader)).status).toBe(403);
    expect((await move(id, { parent: to.id }, w.reader)).status).toBe(200);
    const hidden = await createCollection({ organizationId, defaultLevel: null });
    const inHidden = await createBody({ organizationId, parentId: hidden.id, defaultLevel: null });
    const grant = kind === 'space' ? { spaceId: inHidden.id } : { collectionId: inHidden.id };
    await createGrant({ organizationId, ...grant, userId: w.reader.id, level: 'create' });
    expect((await move(inHidden.id, { parent: to.id }, w.reader)).status).toBe(403);
  });

  it('rejects neighbors that are not adjacent', async () => {
    const { id } = await createBody({ organizationId, parentId });
    const self = { type: kind, [kind]: id };
    expect((await move(id, { position: { before: self } })).status).toBe(400);
    expect((await move(id, { position: { after: reference(0), before: reference(2) } })).status).toBe(400);
    expect((await move(id, { position: { after: reference(1), before: reference(0) } })).status).toBe(400);
    expect((await move(id, { position: { after: { type: 'space', space: parentId } } })).status).toBe(404);
    const deleted = await createSpace({ organizationId, parentId, deletedAt: new Date() });
    expect((await move(id, { position: { after: { type: 'space', space: deleted.id } } })).status).toBe(404);
    expect(await order()).toEqual([0, 1, 2, 3, 'new', 'new']);
  });

  it('returns 409 for neighbors in another parent and parents in another organization', async () => {
    const { id } = await createBody({ organizationId, parentId });
    const elsewhere = await createSpace({ organizationId });
    const after = { type: 'space', space: elsewhere.id };
    expect((await move(id, { position: { after } })).status).toBe(409);
    const otherCollection = await createCollection({ organizationId: w.outsider.organizationId });
    const { db, app } = await testApp();
    expect((await move(id, { parent: otherCollection.id })).status).toBe(404);
    const both = {
      organization_id: w.outsider.organizationId,
      user_id: w.admin.id,
      role: 6,
      search_text: '',
    };
    await db
      .insertInto('members')
      .values({ ...both, last_seen_at: null })
      .onConflict((c) => c.doNothing())
      .execute();
    app.actors.invalidateAll();
    expect((await move(id, { parent: otherCollection.id })).status).toBe(409);
    const otherNeighbor = { type: 'collection', collection: otherCollection.id };
    expect((await move(id, { position: { after: otherNeighbor } })).status).toBe(409);
  });

  it('moves before, after, between and to the end', async () => {
    const { id } = await createBody({ organizationId });
    const outcomes = [
      [{ parent: parentId, position: { before: reference(0) } }, ['new', 0, 1, 2, 3]],
      [{ position: { after: reference(1) } }, [0, 1, 'new', 2, 3]],
      [{ position: { after: reference(2), before: reference(3) } }, [0, 1, 2, 'new', 3]],
      [{ position: { after: reference(2), before: reference(3) } }, [0, 1, 2, 'new', 3]],
      [{ position: {} }, [0, 1, 2, 3, 'new']],
      [{ parent: parentId, position: { before: reference(2) } }, [0, 1, 'new', 2, 3]],
      [{}, [0, 1, 2, 3, 'new']],
    ] as const;
    for (const [body, expected] of outcomes) {
      const response = await move(id, body);
      expect(response).toMatchObject({ status: 200, body: { object: kind, id, parent: parentId } });
      expect(await order()).toEqual(expected);
    }
    const out = await move(id, { parent: null });
    expect(out.body).not.toHaveProperty('parent');
    expect(await order()).toEqual([0, 1, 2, 3]);
  });

  it('treats two items as adjacent when only hidden ones lie between them', async () => {
    const open = await createCollection({ organizationId, defaultLevel: 'create' });
    const inside = { organizationId, parentId: open.id };
    const first = await createSpace(inside);
    await createSpace({ ...inside, defaultLevel: null });
    const last = await createSpace(inside);
    const { id } = await createBody({ ...inside, defaultLevel: 'create' });
    const position = { after: { type: 'space', space: first.id }, before: { type: 'space', space: last.id } };
    expect((await move(id, { position }, w.admin)).status).toBe(400);
    expect((await move(id, { position }, w.reader)).status).toBe(200);
  });

  it('inherits access from the new parent, and changes the version only with the parent', async () => {
    const closed = await createCollection({ organizationId, defaultLevel: null });
    const { id } = await createBody({ organizationId, defaultLevel: 'inherit' });
    expect((await as(w.reader).get(`/v1/${path}/${id}`)).status).toBe(200);
    const before = await as(w.admin).get(`/v1/${path}/${id}`);
    const same = await move(id, {});
    if (kind === 'space') expect(same.headers.etag).toBe(before.headers.etag);
    const moved = await move(id, { parent: closed.id });
    if (kind === 'space') expect(moved.headers.etag).not.toBe(before.headers.etag);
    expect((await as(w.reader).get(`/v1/${path}/${id}`)).status).toBe(404);
    const { db } = await testApp();
    const audit = await db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('target_id', '=', id)
      .orderBy('at', 'desc')
      .execute();
    expect(audit).toContainEqual({ before: { parent: null }, after: { parent: closed.id } });
  });
});

describe('moveCollection', () => {
  it('rejects moving a collection into itself or its subcollections', async () => {
    const w = await createOrganizationFixture();
    const organizationId = w.organization.id;
    const top = await createCollection({ organizationId });
    const middle = await createCollection({ organizationId, parentId: top.id });
    const bottom = await createCollection({ organizationId, parentId: middle.id });
    for (const parent of [top.id, middle.id, bottom.id]) {
      const response = await as(w.admin).post(`/v1/collections/${top.id}/move`, { parent });
      expect(response).toMatchObject({
        status: 409,
        body: { error: { message: expect.stringContaining('itself') } },
      });
    }
    expect((await as(w.admin).post(`/v1/collections/${bottom.id}/move`, { parent: null })).status).toBe(200);
    expect((await as(w.admin).post(`/v1/collections/${top.id}/move`, { parent: bottom.id })).status).toBe(
      200,
    );
  });
});
