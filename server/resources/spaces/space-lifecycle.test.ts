import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { documentIdOf, type StoredPage } from '#server/content/pages/storage.ts';
import { createCollection, createGrant, createSpace } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

const DAY = 24 * 60 * 60_000;

let w: OrganizationFixture;
let organizationId: string;
beforeAll(async () => {
  w = await createOrganizationFixture();
  organizationId = w.organization.id;
});

const idsOf = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id);

async function listAuditActions(targetId: string): Promise<string[]> {
  const { db } = await testApp();
  const rows = await db
    .selectFrom('audit_log')
    .select('action')
    .where('target_id', '=', targetId)
    .orderBy('at')
    .execute();
  return rows.map(({ action }) => action);
}

describe.each([
  ['deleteSpace', (who: Parameters<typeof as>[0], id: string) => as(who).delete(`/v1/spaces/${id}`)],
  [
    'duplicateSpace',
    (who: Parameters<typeof as>[0], id: string) => as(who).post(`/v1/spaces/${id}/duplicate`),
  ],
  ['restoreSpace', (who: Parameters<typeof as>[0], id: string) => as(who).post(`/v1/spaces/${id}/restore`)],
])('%s', (operation, send) => {
  it('needs a token', async () => {
    expect((await send(anonymous, 'some')).status).toBe(401);
  });

  it('returns the same 404 for hidden and for unknown spaces', async () => {
    const unknown = await send(w.creator, 'nothing');
    expect(unknown.status).toBe(404);
    const deletedAt = operation === 'restoreSpace' ? { deletedAt: new Date() } : {};
    const closed = await createSpace({ organizationId, defaultLevel: null, ...deletedAt });
    const otherSpace = await createSpace({ organizationId: w.outsider.organizationId, ...deletedAt });
    for (const { id } of [closed, otherSpace, await createCollection({ organizationId })]) {
      expect(await send(w.creator, id)).toMatchObject({ status: 404, body: unknown.body });
    }
  });

  it('returns 403 to members whose level is too low', async () => {
    const deletedAt = operation === 'restoreSpace' ? { deletedAt: new Date() } : {};
    const space = await createSpace({ organizationId, defaultLevel: 'inherit', ...deletedAt });
    const denied = await send(w.reviewer, space.id);
    expect(denied.status).toBe(403);
    expect(denied.body.error.message).toMatch(/"(admin|create)"/);
  });
});

describe('deleteSpace', () => {
  it('hides the space from everything except restoring it', async () => {
    const collection = await createCollection({ organizationId });
    const space = await createSpace({ organizationId, parentId: collection.id, title: 'Short-lived' });
    const url = `/v1/spaces/${space.id}`;
    expect(await as(w.admin).delete(url)).toMatchObject({ status: 205, body: undefined });
    for (const response of [
      await as(w.admin).get(url),
      await as(w.admin).patch(url, { title: 'A' }),
      await as(w.admin).delete(url),
      await as(w.admin).post(`${url}/duplicate`),
      await as(w.admin).post(`${url}/move`, {}),
      await as(w.admin).post(`${url}/transfer`, { organization: organizationId }),
    ]) {
      expect(response.status).toBe(404);
    }
    expect((await as(w.admin).get(`/v1/collections/${collection.id}/spaces`)).body.count).toBe(0);
    expect(idsOf((await as(w.admin).get(`${w.base}/spaces?title=Short-lived`)).body)).toEqual([]);
    expect(await listAuditActions(space.id)).toEqual(['deleteSpace']);
  });
});

describe('restoreSpace', () => {
  it('returns 409 for a space that is not deleted', async () => {
    const space = await createSpace({ organizationId });
    expect((await as(w.admin).post(`/v1/spaces/${space.id}/restore`)).status).toBe(409);
  });

  it('is possible for seven days', async () => {
    const late = await createSpace({ organizationId, deletedAt: new Date(Date.now() - 7 * DAY - 1000) });
    const inTime = await createSpace({ organizationId, deletedAt: new Date(Date.now() - 7 * DAY + 60_000) });
    expect((await as(w.admin).post(`/v1/spaces/${late.id}/restore`)).status).toBe(404);
    expect((await as(w.admin).post(`/v1/spaces/${inTime.id}/restore`)).status).toBe(200);
  });

  it('restores the space at its position, with the current level of its collection', async () => {
    const inside = { organizationId, parentId: (await createCollection({ organizationId })).id };
    const first = await createSpace(inside);
    const second = await createSpace({ ...inside, defaultLevel: 'inherit' });
    const third = await createSpace(inside);
    await as(w.admin).delete(`/v1/spaces/${second.id}`);
    await as(w.admin).patch(`/v1/collections/${inside.parentId}`, { defaultLevel: 'edit' });
    const { status, body } = await as(w.admin).post(`/v1/spaces/${second.id}/restore`);
    expect({ status, parent: body.parent }).toEqual({ status: 200, parent: inside.parentId });
    expect(body).not.toHaveProperty('deletedAt');
    const list = await as(w.reader).get(`/v1/collections/${inside.parentId}/spaces`);
    expect(idsOf(list.body)).toEqual([first.id, second.id, third.id]);
    expect(list.body.items[1].permissions.edit).toBe(true);
    expect(await listAuditActions(second.id)).toEqual(['deleteSpace', 'restoreSpace']);
  });

  it('finds a free rank when its rank is taken', async () => {
    const inside = { organizationId, parentId: (await createCollection({ organizationId })).id };
    const first = await createSpace(inside);
    const deletedSpace = await createSpace(inside);
    await as(w.admin).delete(`/v1/spaces/${deletedSpace.id}`);
    const next = await as(w.admin).post(`${w.base}/spaces`, { parent: inside.parentId });
    await as(w.admin).post(`/v1/spaces/${deletedSpace.id}/restore`);
    const listedIds = idsOf((await as(w.admin).get(`/v1/collections/${inside.parentId}/spaces`)).body);
    expect(listedIds).toHaveLength(3);
    expect(new Set(listedIds)).toEqual(new Set([first.id, deletedSpace.id, next.body.id]));
    const { db } = await testApp();
    const ranks = await db
      .selectFrom('spaces')
      .select('rank')
      .where('parent_id', '=', inside.parentId)
      .execute();
    expect(new Set(ranks.map(({ rank }) => rank)).size).toBe(3);
  });

  it('moves to the end of the top level when the collection was deleted, and grants access to no one else', async () => {
    const here = await createOrganizationFixture();
    const inside = { organizationId: here.organization.id };
    const closed = await createCollection({ ...inside, defaultLevel: null });
    const space = await createSpace({ ...inside, parentId: closed.id, defaultLevel: 'inherit' });
    const top = await createSpace(inside);
    await as(here.admin).delete(`/v1/collections/${closed.id}`);
    const { body } = await as(here.admin).post(`/v1/spaces/${space.id}/restore`);
    expect(body).not.toHaveProperty('parent');
    expect(body.defaultLevel).toBeNull();
    expect((await as(here.creator).get(`/v1/spaces/${space.id}`)).status).toBe(404);
    await as(here.admin).post(`/v1/spaces/${top.id}/move`, {
      position: { after: { type: 'space', space: space.id } },
    });
    expect((await as(here.admin).get(`/v1/spaces/${space.id}`)).status).toBe(200);
  });
});

describe('duplicateSpace', () => {
  it('requires the permission create on the parent', async () => {
    const collection = await createCollection({ organizationId, defaultLevel: null });
    const space = await createSpace({ organizationId, parentId: collection.id, defaultLevel: null });
    await createGrant({ organizationId, spaceId: space.id, userId: w.reader.id, level: 'create' });
    expect((await as(w.reader).post(`/v1/spaces/${space.id}/duplicate`)).status).toBe(403);
    await createGrant({ organizationId, collectionId: collection.id, userId: w.reader.id, level: 'create' });
    expect((await as(w.reader).post(`/v1/spaces/${space.id}/duplicate`)).status).toBe(201);
  });

  it('copies settings, grants and current content with files to the position after the original', async () => {
    const { db } = await testApp();
    const inside = { organizationId, parentId: (await createCollection({ organizationId })).id };
    const original = await createSpace({ ...inside, title: 'Field guide', emoji: '🦉', defaultLevel: null });
    const last = await createSpace(inside);
    await createGrant({ organizationId, spaceId: original.id, userId: w.reader.id, level: 'comment' });
    const fileId = newId();
    const file = { id: fileId, name: 'owl.png', size: 3, width: 1, height: 1 };
    await db
      .insertInto('files')
      .values({ ...file, space_id: original.id, content_type: 'image/png', data: Buffer.from('owl') })
      .execute();
    const texts = [`![Owl](/files/${fileId})`, 'No picture'];
    await db
      .insertInto('documents')
      .values(texts.map((markdown) => ({ id: documentIdOf(markdown), markdown })))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    const at = new Date().toISOString();
    const page = (text: string | undefined, pages: StoredPage[]): StoredPage => ({
      ...{ id: newId(), type: 'document', title: 'Owls', slug: 'owls', path: 'owls' },
      ...{ createdAt: at, updatedAt: at, pages },
      ...(text !== undefined && { documentId: documentIdOf(text) }),
      cover: { ref: { kind: 'file', file: fileId }, yPos: 0 },
    });
    await db
      .updateTable('revision_rows')
      .set({
        pages: JSON.stringify([page(texts[0], [page(texts[1], [])])]),
        files: JSON.stringify([{ ...file, contentType: 'image/png' }]),
      })
      .where('id', '=', original.revision_id)
      .execute();

    const { status, body } = await as(w.admin).post(`/v1/spaces/${original.id}/duplicate`);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: 'Field guide (copy)',
      emoji: '🦉',
      parent: inside.parentId,
      defaultLevel: null,
      changeRequests: 0,
      comments: 0,
    });
    expect((await as(w.reader).get(`/v1/spaces/${body.id}`)).body.permissions.comment).toBe(true);
    const list = await as(w.admin).get(`/v1/collections/${inside.parentId}/spaces`);
    expect(idsOf(list.body)).toEqual([original.id, body.id, last.id]);

    const copiedFile = await db
      .selectFrom('files')
      .select(['id', 'data'])
      .where('space_id', '=', body.id)
      .executeTakeFirstOrThrow();
    expect(copiedFile.data?.toString()).toBe('owl');
    const revision = await db
      .selectFrom('revisions')
      .select(['parents', 'created_by', 'pages', 'files'])
      .where('id', '=', body.revision)
      .executeTakeFirstOrThrow();
    const rewritten = `![Owl](/files/${copiedFile.id})`;
    const cover = { ref: { kind: 'file', file: copiedFile.id }, yPos: 0 };
    expect(revision).toMatchObject({
      parents: [],
      created_by: w.admin.id,
      files: [{ id: copiedFile.id, name: 'owl.png' }],
      pages: [
        { documentId: documentIdOf(rewritten), cover, pages: [{ documentId: documentIdOf('No picture') }] },
      ],
    });
    const document = await db
      .selectFrom('documents')
      .select('markdown')
      .where('id', '=', documentIdOf(rewritten))
      .executeTakeFirstOrThrow();
    expect(document.markdown).toBe(rewritten);
  });

  it('truncates the title to 50 characters', async () => {
    const space = await createSpace({ organizationId, title: '🦉'.repeat(48) });
    const { body } = await as(w.admin).post(`/v1/spaces/${space.id}/duplicate`);
    expect([...body.title]).toHaveLength(50);
    expect(body.title.startsWith('🦉'.repeat(48))).toBe(true);
  });
});
