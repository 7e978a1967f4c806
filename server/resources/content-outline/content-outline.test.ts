import { beforeAll, describe, expect, it } from 'vitest';
import { createCollection, createGrant, createSpace } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

const idsOf = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id);

describe('listContent', () => {
  it('needs a token, and returns 404 to non-members', async () => {
    expect((await as(anonymous).get(`${w.base}/content`)).status).toBe(401);
    expect((await as(w.outsider).get(`${w.base}/content`)).status).toBe(404);
  });

  it('mixes collections and spaces in the order of their parent, page by page', async () => {
    const here = await createOrganizationFixture();
    const inside = { organizationId: here.organization.id };
    const guide = await createSpace({ ...inside, title: 'Guide', emoji: '📘' });
    const manuals = await createCollection({ ...inside, title: 'Manuals' });
    const deep = await createSpace({ ...inside, parentId: manuals.id });
    await createSpace({ ...inside, deletedAt: new Date() });
    const before = await as(here.admin).post(`/v1/spaces/${guide.id}/move`, {
      position: { after: { type: 'collection', collection: manuals.id } },
    });
    expect(before.status).toBe(200);
    const { body } = await as(here.admin).get(`${here.base}/content`);
    expect(idsOf(body)).toEqual([manuals.id, guide.id, deep.id]);
    expect(body.items[1]).toMatchObject({ kind: 'space', title: 'Guide', emoji: '📘', canEdit: true });
    expect(body.items[2].parent).toBe(manuals.id);
    const first = await as(here.admin).get(`${here.base}/content?limit=2`);
    expect(first.body.count).toBe(3);
    const rest = await as(here.admin).get(
      `${here.base}/content?limit=2&page=${encodeURIComponent(first.body.next.page)}`,
    );
    expect(idsOf(rest.body)).toEqual([deep.id]);
  });

  it('lists what the caller can see, with whether they can edit it', async () => {
    const here = await createOrganizationFixture();
    const inside = { organizationId: here.organization.id };
    const closed = await createCollection({ ...inside, defaultLevel: null });
    const hidden = await createSpace({ ...inside, defaultLevel: null });
    const shared = await createSpace({ ...inside, parentId: closed.id, defaultLevel: null });
    await createGrant({ ...inside, spaceId: shared.id, userId: here.reader.id, level: 'create' });
    const { body } = await as(here.reader).get(`${here.base}/content`);
    expect(body.items).toMatchObject([{ id: shared.id, parent: closed.id, canEdit: true }]);
    expect(idsOf((await as(here.admin).get(`${here.base}/content`)).body)).toContain(hidden.id);
  });
});
