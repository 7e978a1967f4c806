import { beforeAll, describe, expect, it } from 'vitest';
import { createChangeRequest, createWrittenSpace } from '#server/test/content-factories.ts';
import { createGrant } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let url: string;
/** Comments on an open space, its change request, a restricted space and a deleted one, in this order. */
let created: { id: string; spaceId: string }[];
/** The page of the second comment. */
let pageId: string;
beforeAll(async () => {
  w = await createOrganizationFixture();
  url = `${w.base}/comments`;
  const organizationId = w.organization.id;
  const open = await createWrittenSpace({ organizationId, defaultLevel: 'inherit' });
  const request = await createChangeRequest(open.space.id);
  const secret = await createWrittenSpace({ organizationId, defaultLevel: null });
  await createGrant({ organizationId, spaceId: secret.space.id, userId: w.guest.id, level: 'comment' });
  const deletedSpace = await createWrittenSpace({ organizationId, defaultLevel: 'read' });
  created = [];
  pageId = open.start.id;
  for (const [spaceId, path, who, page] of [
    [open.space.id, '', w.admin, open.deep.id],
    [open.space.id, `/change-requests/${request.id}`, w.admin, open.start.id],
    [secret.space.id, '', w.guest, undefined],
    [deletedSpace.space.id, '', w.admin, undefined],
  ] as const) {
    const body = { body: { markdown: 'Hm.' }, ...(page !== undefined && { page }) };
    const response = await as(who).post(`/v1/spaces/${spaceId}${path}/comments`, body);
    created.push({ id: response.body.id, spaceId });
  }
  await as(w.admin).put(`/v1/spaces/${secret.space.id}/comments/${created[2]?.id}`, { resolved: true });
  await as(w.admin).delete(`/v1/spaces/${deletedSpace.space.id}`);
});

const idsFor = async (who: Parameters<typeof as>[0], query = '') => {
  const { status, body } = await as(who).get(`${url}?${query}`);
  expect({ status, body }).toMatchObject({ status: 200 });
  expect(body.count).toBe(body.items.length);
  return body.items.map(({ id }: { id: string }) => created.findIndex((comment) => comment.id === id));
};

describe('listOrganizationComments', () => {
  it('needs a token and a member', async () => {
    expect((await as(anonymous).get(url)).status).toBe(401);
    expect((await as(w.outsider).get(url)).status).toBe(404);
    expect((await as(w.disabled).get(url)).status).toBe(403);
    for (const query of ['limit=0', 'status=closed', 'order=up', 'format=html']) {
      expect((await as(w.admin).get(`${url}?${query}`)).status).toBe(400);
    }
  });

  it('lists the comments of all spaces that the caller can see, on both bases', async () => {
    expect(await idsFor(w.admin)).toEqual([2, 1, 0]);
    expect(await idsFor(w.editor)).toEqual([1, 0]);
    expect(await idsFor(w.guest)).toEqual([2]);
  });

  it('sorts and filters', async () => {
    expect(await idsFor(w.admin, 'order=asc')).toEqual([0, 1, 2]);
    expect(await idsFor(w.admin, 'status=open')).toEqual([1, 0]);
    expect(await idsFor(w.admin, 'status=resolved')).toEqual([2]);
    expect(await idsFor(w.admin, `authors=${w.guest.id}`)).toEqual([2]);
    expect(await idsFor(w.admin, `space=${created[0]?.spaceId}`)).toEqual([1, 0]);
    expect(await idsFor(w.admin, `targetPage=${pageId}`)).toEqual([1]);
    expect(await idsFor(w.editor, `space=${created[2]?.spaceId}`)).toEqual([]);
    expect(await idsFor(w.admin, `space=${created[3]?.spaceId}`)).toEqual([]);
  });

  it("includes page, space, change request and the caller's permissions", async () => {
    const { body } = await as(w.reader).get(`${url}?format=markdown`);
    expect(body.items).toMatchObject([
      {
        target: { changeRequest: expect.any(String), page: { title: 'Start', outdated: false } },
        spaceTitle: expect.any(String),
        changeRequestNumber: 1,
        changeRequestSubject: expect.any(String),
      },
      { target: { page: { title: 'Deep', outdated: false } }, body: { markdown: 'Hm.' } },
    ]);
    expect(body.items[1].changeRequestNumber).toBeUndefined();
    const { body: forGuest } = await as(w.guest).get(url);
    expect(forGuest.items[0].permissions).toEqual({ view: true, edit: true, reply: true, delete: true });
    expect(body.items[0].permissions).toEqual({ view: true, edit: false, reply: false, delete: false });
  });

  it('paginates', async () => {
    const first = await as(w.admin).get(`${url}?limit=2`);
    expect(first.body.count).toBe(3);
    const second = await as(w.admin).get(`${url}?limit=2&page=${first.body.next.page}`);
    expect(second.body.items).toMatchObject([{ id: created[0]?.id }]);
    const stolen = await as(w.editor).get(`${url}?limit=2&page=${first.body.next.page}`);
    expect(stolen.status).toBe(400);
  });
});
