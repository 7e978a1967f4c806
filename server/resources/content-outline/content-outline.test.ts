import { beforeAll, describe, expect, it } from 'vitest';
import { createChangeRequest, writeContent } from '#server/test/content-factories.ts';
import { createCollection, createGrant, createSite, createSpace } from '#server/test/factories.ts';
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

  it('says of each space when it was updated, what is open and broken, who owns it and where it is published', async () => {
    const here = await createOrganizationFixture();
    const { base, admin, organization } = here;
    const inside = { organizationId: organization.id };
    const manuals = await createCollection(inside);
    const guide = await createSpace({ ...inside, parentId: manuals.id, title: 'Guide' });
    const notes = await createSpace({ ...inside, title: 'Notes' });
    await writeContent(guide, [{ title: 'One', text: '[a](/pages/gone1) [b](/pages/gone2)' }]);
    await createChangeRequest(guide.id);
    await createChangeRequest(guide.id, { status: 'draft' });
    await as(admin).post(`${base}/custom-fields`, { name: 'owner', type: 'tags' });
    await as(admin).patch(`/v1/spaces/${guide.id}/custom-fields`, {
      values: { owner: { value: ['Ada', 'Grace'] } },
    });
    for (const site of [
      { title: 'Help', published: true },
      { title: 'Archive', published: true },
      { title: 'Draft', published: false },
    ]) {
      const { id } = await createSite({ ...inside, ...site });
      await as(admin).post(`${base}/sites/${id}/site-spaces`, { spaceId: guide.id });
    }
    await createGrant({ ...inside, spaceId: guide.id, userId: here.guest.id, level: 'read' });
    const { body } = await as(admin).get(`${base}/content`);
    const find = (items: { id: string }[], id: string) => items.find((item) => item.id === id);
    const itemOf = (id: string) => find(body.items, id);
    expect(itemOf(guide.id)).toMatchObject({
      updatedAt: expect.stringMatching(/Z$/),
      changeRequestsOpen: 1,
      brokenLinks: 2,
      owner: 'Ada, Grace',
      sites: ['Archive', 'Help'],
      siteCount: 2,
    });
    expect(itemOf(notes.id)).toMatchObject({
      changeRequestsOpen: 0,
      brokenLinks: 0,
      sites: [],
      siteCount: 0,
    });
    expect(itemOf(notes.id)).not.toHaveProperty('owner');
    expect(itemOf(manuals.id)).not.toHaveProperty('updatedAt');
    const toGuest = find((await as(here.guest).get(`${base}/content`)).body.items, guide.id);
    expect(toGuest).toMatchObject({ brokenLinks: 2, owner: 'Ada, Grace' });
    expect(toGuest).not.toHaveProperty('sites');
    expect(toGuest).not.toHaveProperty('siteCount');
  });

  it('names ten of the sites of a space, and counts all', async () => {
    const { base, admin, organization } = await createOrganizationFixture();
    const inside = { organizationId: organization.id };
    const guide = await createSpace(inside);
    for (let index = 12; index > 0; index -= 1) {
      const title = `Site ${String(index).padStart(2, '0')}`;
      const { id } = await createSite({ ...inside, title, published: true });
      await as(admin).post(`${base}/sites/${id}/site-spaces`, { spaceId: guide.id });
    }
    const { body } = await as(admin).get(`${base}/content`);
    expect(body.items[0].siteCount).toBe(12);
    expect(body.items[0].sites).toHaveLength(10);
    expect(body.items[0].sites.at(-1)).toBe('Site 10');
  });
});
