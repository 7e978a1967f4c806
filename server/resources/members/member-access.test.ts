import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  createCollection,
  createGrant,
  createMember,
  createOrganization,
  createSpace,
  createTeam,
} from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

describe('the number of spaces of a member', () => {
  it('counts what role, default levels and grants open or close', async () => {
    const organization = await createOrganization();
    const organizationId = organization.id;
    const admin = await createMember({ organizationId, role: 'admin' });
    const reader = await createMember({ organizationId, role: 'read' });
    const guest = await createMember({ organizationId, role: null });
    const team = await createTeam({ organizationId, members: [reader.id, guest.id] });
    const closed = await createCollection({ organizationId, defaultLevel: null });
    await createSpace({ organizationId, defaultLevel: 'inherit' });
    await createSpace({ organizationId, defaultLevel: 'edit' });
    await createSpace({ organizationId, defaultLevel: null });
    await createSpace({ organizationId, parentId: closed.id, defaultLevel: 'inherit' });
    const shut = await createSpace({ organizationId, parentId: closed.id, defaultLevel: 'read' });
    await createSpace({ organizationId, deletedAt: new Date() });
    const spacesOf = async (id: string) =>
      (await as(admin).get(`/v1/orgs/${organizationId}/members/${id}`)).body.spaces;

    expect(await spacesOf(admin.id)).toBe(5);
    expect(await spacesOf(reader.id)).toBe(3);
    expect(await spacesOf(guest.id)).toBe(0);

    // The team grant opens the collection for both; a space with its own level is open to the reader anyway,
    // and to the guest by the grant. A grant on the space itself denies it to the reader again.
    await createGrant({ organizationId, collectionId: closed.id, teamId: team.id, level: 'read' });
    expect(await spacesOf(reader.id)).toBe(4);
    expect(await spacesOf(guest.id)).toBe(2);
    await createGrant({ organizationId, spaceId: shut.id, userId: reader.id, level: null });
    expect(await spacesOf(reader.id)).toBe(3);

    // The list agrees with the count.
    for (const { id } of [reader, guest]) {
      const { body } = await as(admin).get(`/v1/orgs/${organizationId}/members/${id}/spaces`);
      expect(body.count).toBe(await spacesOf(id));
    }
  });
});

describe('pingOrganization', () => {
  it('answers 401 without a token, 403 to disabled members, 404 to non-members', async () => {
    expect((await as(anonymous).post(`${w.base}/ping`)).status).toBe(401);
    expect((await as(w.disabled).post(`${w.base}/ping`)).status).toBe(403);
    expect((await as(w.outsider).post(`${w.base}/ping`)).status).toBe(404);
  });

  it('records the visit and returns claims about the caller', async () => {
    const { status, body } = await as(w.guest).post(`${w.base}/ping`);
    expect(status).toBe(200);
    const claims = decodeJwt(body.binderyVisitorClaims);
    expect(claims.sub).toBe(w.guest.id);
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600);
    const member = await as(w.guest).get(`${w.base}/members/${w.guest.id}`);
    expect(Date.parse(member.body.lastSeenAt)).not.toBeNaN();
  });
});

describe('listMemberSpaces', () => {
  it('answers 401 without a token and 404 to guests about others', async () => {
    expect((await as(anonymous).get(`${w.base}/members/${w.reader.id}/spaces`)).status).toBe(401);
    expect((await as(w.guest).get(`${w.base}/members/${w.reader.id}/spaces`)).status).toBe(404);
  });

  it("lists spaces that both the member and the caller can see, with the member's level", async () => {
    const organizationId = (await createOrganization()).id;
    const member = await createMember({ organizationId, role: 'comment' });
    const caller = await createMember({ organizationId, role: 'read' });
    const open = await createSpace({ organizationId, defaultLevel: 'inherit', createdAt: new Date(1000) });
    const shared = await createSpace({ organizationId, defaultLevel: 'read', createdAt: new Date(2000) });
    const secret = await createSpace({ organizationId, defaultLevel: null, createdAt: new Date(3000) });
    await createGrant({ organizationId, spaceId: secret.id, userId: member.id, level: 'admin' });
    await createGrant({ organizationId, spaceId: shared.id, userId: member.id, level: 'review' });
    const list = async (viewer: typeof member, query = '') =>
      (await as(viewer).get(`/v1/orgs/${organizationId}/members/${member.id}/spaces${query}`)).body.items.map(
        (item: { permission: string; space: { id: string } }) => [item.space.id, item.permission],
      );
    expect(await list(caller)).toEqual([
      [shared.id, 'review'],
      [open.id, 'comment'],
    ]);
    expect(await list(member, '?order=asc')).toEqual([
      [open.id, 'comment'],
      [shared.id, 'review'],
      [secret.id, 'admin'],
    ]);
    const paged = await as(member).get(`/v1/orgs/${organizationId}/members/${member.id}/spaces?limit=2`);
    expect(paged.body.count).toBe(3);
  });
});

describe('listMemberSpaces of many', () => {
  it('sorts by title and last change, and finds titles that contain a text', async () => {
    const organizationId = (await createOrganization()).id;
    const member = await createMember({ organizationId, role: 'comment' });
    for (const title of ['Tide tables', 'Anchors', 'Rope and anchor', 'Buoys'])
      await createSpace({ organizationId, title, defaultLevel: 'inherit' });
    const list = async (query: string) => {
      const url = `/v1/orgs/${organizationId}/members/${member.id}/spaces?${query}`;
      const { body } = await as(member).get(url);
      const titles = body.items.map(({ space }: { space: { title: string } }) => space.title);
      return { titles, next: body.next?.page, count: body.count };
    };
    const sorted = ['Anchors', 'Buoys', 'Rope and anchor', 'Tide tables'];
    expect((await list('sort=title&order=asc')).titles).toEqual(sorted);
    expect((await list('sort=title&order=desc')).titles).toEqual(sorted.toReversed());
    expect((await list('sort=updatedAt&order=asc')).titles).toHaveLength(4);
    const first = await list('sort=title&order=asc&limit=3');
    const rest = await list(`sort=title&order=asc&limit=3&page=${first.next}`);
    expect([...first.titles, ...rest.titles]).toEqual(sorted);
    expect(await list('title=ANCHOR&sort=title&order=asc')).toMatchObject({
      titles: ['Anchors', 'Rope and anchor'],
      count: 2,
    });
  });
});

describe('listMemberTeams', () => {
  it('answers 401 without a token and 404 for non-members', async () => {
    expect((await as(anonymous).get(`${w.base}/members/${w.reader.id}/teams`)).status).toBe(401);
    expect((await as(w.reader).get(`${w.base}/members/${w.outsider.id}/teams`)).status).toBe(404);
  });

  it('lists the teams of a member with their role in each, and filters by title', async () => {
    const organizationId = w.organization.id;
    const member = await createMember({ organizationId });
    await createTeam({ organizationId, title: 'API Writers', owners: [member.id] });
    await createTeam({ organizationId, title: 'Support', members: [member.id] });
    const all = await as(w.reader).get(`${w.base}/members/${member.id}/teams`);
    expect(all.body.count).toBe(2);
    const some = await as(w.reader).get(`${w.base}/members/${member.id}/teams?title=api%20w`);
    expect(some.body.items).toMatchObject([{ team: { title: 'API Writers' }, member: { role: 'owner' } }]);
    const paged = await as(w.reader).get(`${w.base}/members/${member.id}/teams?limit=1`);
    expect(paged.body).toMatchObject({ count: 2, items: [{ team: { title: 'Support' } }] });
  });
});
