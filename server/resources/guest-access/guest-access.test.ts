import { beforeEach, describe, expect, it } from 'vitest';
import { notificationReader } from '#server/notifications/notification-reader.ts';
import { createCollection, createGrant, createMember, createSpace } from '#server/test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { readAllEvents } from '#server/test/read-events.ts';
import { as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let list: string;
beforeEach(async () => {
  w = await createOrganizationFixture();
  list = `${w.base}/former-guest-access`;
});

/** Puts guests on the list as the upgrade does, for everything that was made until now. */
async function upgrade(...guests: { id: string }[]): Promise<void> {
  const { db } = await testApp();
  const rows = guests.map(({ id }) => ({
    organization_id: w.organization.id,
    user_id: id,
    until: new Date(Date.now() + 60_000),
  }));
  await db.insertInto('former_guest_access').values(rows).execute();
}

describe('the access of guests by default levels', () => {
  it('is listed for administrators, without what they still see', async () => {
    const organizationId = w.organization.id;
    const folder = await createCollection({ organizationId, defaultLevel: 'edit' });
    const open = await createSpace({ organizationId, title: 'Open', defaultLevel: 'read' });
    const inside = await createSpace({
      organizationId,
      title: 'Inside',
      parentId: folder.id,
      defaultLevel: 'edit',
    });
    await createSpace({ organizationId, title: 'Closed', defaultLevel: null });
    await createSpace({ organizationId, title: 'By role', defaultLevel: 'inherit' });
    const granted = await createSpace({ organizationId, title: 'Granted', defaultLevel: 'edit' });
    await createGrant({ organizationId, spaceId: granted.id, userId: w.guest.id, level: 'read' });
    await upgrade(w.guest);
    const { body } = await as(w.admin).get(list);
    const spaces = [
      { id: inside.id, title: 'Inside', emoji: '' },
      { id: open.id, title: 'Open', emoji: '' },
    ];
    expect(body).toMatchObject({ count: 1, items: [{ user: { id: w.guest.id }, count: 2, spaces }] });

    // Less than by the default level, but no more than what was granted above.
    await createGrant({ organizationId, collectionId: folder.id, userId: w.guest.id, level: 'edit' });
    expect((await as(w.admin).get(list)).body.items[0]).toMatchObject({
      count: 1,
      spaces: [{ id: open.id }],
    });
  });

  it('is granted at one press, and audited', async () => {
    const organizationId = w.organization.id;
    const otherMember = await createMember({ organizationId, role: null, displayName: 'Gisela Gast' });
    const space = await createSpace({ organizationId, defaultLevel: 'comment' });
    await upgrade(w.guest, otherMember);
    expect((await as(otherMember).get(`/v1/spaces/${space.id}`)).status).toBe(404);

    const decided = await as(w.admin).post(list, { grant: true, users: [otherMember.id] });
    expect(decided).toMatchObject({ status: 200, body: { users: 1, grants: 1 } });
    const response = await as(otherMember).get(`/v1/spaces/${space.id}`);
    expect(response.body.permissions).toMatchObject({ comment: true, edit: false });
    expect((await as(w.admin).get(list)).body).toMatchObject({
      count: 1,
      items: [{ user: { id: w.guest.id } }],
    });
    const log = await as(w.admin).get(`${w.base}/audit-log?limit=1`);
    expect(log.body.items[0]).toMatchObject({
      action: 'decideFormerGuestAccess',
      summary: 'Granted the guest Gisela Gast 1 space seen by default levels before.',
    });

    expect((await as(w.admin).post(list, { grant: false })).body).toEqual({ users: 1, grants: 0 });
    expect((await as(w.admin).get(list)).body).toMatchObject({ count: 0, items: [] });
    expect((await as(w.guest).get(`/v1/spaces/${space.id}`)).status).toBe(404);
    expect((await as(w.admin).post(list, { grant: true })).body).toEqual({ users: 0, grants: 0 });
  });

  it('of many guests is one entry of the audit log, of which each of them is told', async () => {
    const organizationId = w.organization.id;
    const other = await createMember({ organizationId, role: null });
    const space = await createSpace({ organizationId, defaultLevel: 'comment' });
    await upgrade(w.guest, other);
    const { db } = await testApp();
    // It tells of nothing from before its first run.
    await readAllEvents(db, notificationReader);
    expect((await as(w.admin).post(list, { grant: true })).body.users).toBe(2);
    const log = await as(w.admin).get(`${w.base}/audit-log?limit=2`);
    expect(log.body.items).toHaveLength(1);
    expect(log.body.items[0]).toMatchObject({
      action: 'decideFormerGuestAccess',
      summary: expect.stringMatching(/^Granted 2 guests \d+ spaces seen by default levels before\.$/),
      after: { spaces: { [w.guest.id]: expect.arrayContaining([space.id]), [other.id]: expect.any(Array) } },
    });
    await readAllEvents(db, notificationReader);
    for (const guest of [w.guest, other]) {
      const { body } = await as(guest).get('/v1/user/notifications');
      expect(body.items[0]).toMatchObject({ reason: 'access' });
    }
  });

  it('does not concern guests who have become members, nor spaces that came later', async () => {
    const organizationId = w.organization.id;
    const member = await createMember({ organizationId, role: null });
    await createSpace({ organizationId, defaultLevel: 'read' });
    await upgrade(member, w.guest);
    const { db } = await testApp();
    await as(w.admin).patch(`${w.base}/members/${member.id}`, { role: 'read' });
    await db
      .updateTable('former_guest_access')
      .set({ until: new Date('2020-01-01') })
      .where('user_id', '=', w.guest.id)
      .execute();
    expect((await as(w.admin).get(list)).body).toMatchObject({ count: 0, items: [] });
  });
});

describe('a guest', () => {
  it('sees what they were added to and what is below it, whatever the default levels are', async () => {
    const organizationId = w.organization.id;
    const client = await createCollection({ organizationId, defaultLevel: null });
    const part = await createCollection({ organizationId, parentId: client.id, defaultLevel: null });
    const below = await createSpace({ organizationId, parentId: part.id, defaultLevel: null });
    const beside = await createSpace({ organizationId, defaultLevel: 'admin' });
    await createGrant({ organizationId, collectionId: client.id, userId: w.guest.id, level: 'comment' });
    const idsOf = async (url: string) =>
      (await as(w.guest).get(url)).body.items.map(({ id }: { id: string }) => id);
    expect(await idsOf(`${w.base}/spaces`)).toEqual([below.id]);
    expect(await idsOf(`${w.base}/collections?nested=true`)).toEqual([client.id, part.id]);
    expect((await as(w.guest).get(`/v1/spaces/${below.id}`)).body.permissions).toMatchObject({
      comment: true,
    });
    expect((await as(w.guest).get(`/v1/spaces/${beside.id}`)).status).toBe(404);

    // Moved out, it is not below what they were added to any more; moved back in, it is.
    const away = await as(w.admin).post(`/v1/collections/${part.id}/move`, { parent: null });
    expect(away.status).toBe(200);
    expect(await idsOf(`${w.base}/spaces`)).toEqual([]);
    await as(w.admin).post(`/v1/collections/${part.id}/move`, { parent: client.id });
    expect(await idsOf(`${w.base}/spaces`)).toEqual([below.id]);
  });
});
