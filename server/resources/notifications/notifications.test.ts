import { describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { createMember, createSpace } from '#server/test/factories.ts';
import { as, testApp } from '#server/test/test-app.ts';

type Member = Awaited<ReturnType<typeof createMember>>;

/** A notification about a new space that its recipient may read. */
async function createNotification(
  { id: userId, organizationId }: Member,
  { at = new Date() }: { at?: Date } = {},
) {
  const { db } = await testApp();
  const space = await createSpace({ organizationId, title: 'Handbook' });
  const id = newId();
  await db
    .insertInto('notifications')
    .values({
      id,
      user_id: userId,
      organization_id: organizationId,
      subject_kind: 'space',
      subject_id: space.id,
      readers: 'content',
      content_id: space.id,
      reason: 'access',
      reasons: ['access'],
      created_at: at,
      updated_at: at,
      shown_at: at,
    })
    .execute();
  return { id, space };
}

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

async function idsOf(member: Member, query = ''): Promise<string[]> {
  const { status, body } = await as(member).get(`/v1/user/notifications${query}`);
  expect(status).toBe(200);
  return body.items.map((item: { id: string }) => item.id);
}

describe('notifications', () => {
  it('shows a person what they were told, and nothing of others', async () => {
    const reader = await createMember();
    const colleague = await createMember({ organizationId: reader.organizationId });
    const { id, space } = await createNotification(reader);
    const { body } = await as(reader).get('/v1/user/notifications');
    expect(body.items).toMatchObject([
      {
        id,
        organization: reader.organizationId,
        reason: 'access',
        subject: { kind: 'space', id: space.id, title: 'Handbook', space: space.id },
        count: 1,
      },
    ]);
    expect(await idsOf(colleague)).toEqual([]);
    expect((await as(colleague).get(`/v1/user/notifications/${id}`)).status).toBe(404);
    expect((await as(reader).get('/v1/user/notification-count')).body).toEqual({ unread: 1 });
  });

  it('hides the notifications of a space from people who have lost access, and shows them again', async () => {
    const reader = await createMember();
    const { id, space } = await createNotification(reader);
    const { db } = await testApp();
    const deletedAt = async (deleted_at: Date | null) =>
      db.updateTable('spaces').set({ deleted_at }).where('id', '=', space.id).execute();
    await deletedAt(new Date());
    expect(await idsOf(reader)).toEqual([]);
    expect((await as(reader).get('/v1/user/notification-count')).body).toEqual({ unread: 0 });
    expect((await as(reader).patch(`/v1/user/notifications/${id}`, { read: true })).status).toBe(404);
    await deletedAt(null);
    expect(await idsOf(reader)).toEqual([id]);
  });

  it('moves a notification through its states', async () => {
    const reader = await createMember();
    const { id } = await createNotification(reader);
    const change = async (body: object) => as(reader).patch(`/v1/user/notifications/${id}`, body);
    expect((await change({ read: true })).body.readAt).toBeDefined();
    expect(await idsOf(reader, '?state=unread')).toEqual([]);
    expect(await idsOf(reader)).toEqual([id]);
    expect((await change({ read: false })).body.readAt).toBeUndefined();
    expect((await change({ done: true })).body).toMatchObject({ doneAt: expect.any(String) });
    expect([await idsOf(reader), await idsOf(reader, '?state=done')]).toEqual([[], [id]]);
    const tomorrow = inDays(1);
    const { body } = await change({ snoozedUntil: tomorrow });
    expect(body).toMatchObject({ snoozedUntil: tomorrow, updatedAt: tomorrow });
    expect([body.doneAt, body.readAt]).toEqual([undefined, undefined]);
    expect([await idsOf(reader), await idsOf(reader, '?state=snoozed')]).toEqual([[], [id]]);
    expect((await change({ snoozedUntil: null })).body.snoozedUntil).toBeUndefined();
    expect(await idsOf(reader, '?state=unread')).toEqual([id]);
  });

  it('refuses times of a snooze that are past or too far, and changes that contradict each other', async () => {
    const reader = await createMember();
    const { id } = await createNotification(reader);
    for (const change of [
      { snoozedUntil: inDays(-1) },
      { snoozedUntil: inDays(400) },
      { snoozedUntil: inDays(1), done: true },
      { done: true, read: false },
    ]) {
      expect((await as(reader).patch(`/v1/user/notifications/${id}`, change)).status).toBe(400);
    }
  });

  it('reads all that a person has seen, and leaves what came afterwards', async () => {
    const reader = await createMember();
    const seen = await createNotification(reader, { at: new Date('2026-01-01T10:00:00Z') });
    const later = await createNotification(reader, { at: new Date('2026-01-01T10:00:01Z') });
    const url = '/v1/user/notifications';
    expect((await as(reader).patch(url, { read: true })).status).toBe(400);
    const { body } = await as(reader).patch(url, { read: true, until: '2026-01-01T10:00:00Z' });
    expect(body).toEqual({ changed: 1 });
    expect(await idsOf(reader, '?state=unread')).toEqual([later.id]);
    expect((await as(reader).patch(url, { ids: [seen.id], done: true })).body).toEqual({ changed: 1 });
    expect(await idsOf(reader)).toEqual([later.id]);
  });
});

describe('notification settings', () => {
  it('keeps what a person chose for one organization apart from the others', async () => {
    const reader = await createMember();
    const url = '/v1/user/notification-settings';
    const ofOne = `${url}?organizationId=${reader.organizationId}`;
    expect((await as(reader).get(url)).body.deliveries).toMatchObject({ mentions: 'mail', comments: 'app' });
    await as(reader).patch(url, { deliveries: { comments: 'daily', sites: 'off' } });
    const { body } = await as(reader).patch(ofOne, { deliveries: { comments: 'mail' } });
    expect(body).toMatchObject({
      organization: reader.organizationId,
      deliveries: { comments: 'mail', sites: 'off' },
    });
    expect((await as(reader).get(url)).body.deliveries).toMatchObject({ comments: 'daily' });
    expect(body.defaults).toMatchObject({ comments: 'daily', sites: 'off' });
    expect((await as(reader).get(url)).body.defaults).toMatchObject({ comments: 'app', sites: 'app' });
    await as(reader).patch(ofOne, { deliveries: { comments: null } });
    expect((await as(reader).get(ofOne)).body.deliveries).toMatchObject({ comments: 'daily' });
  });

  it('have the time zone of summaries, of one organization or of all', async () => {
    const reader = await createMember();
    const url = '/v1/user/notification-settings';
    const ofOne = `${url}?organizationId=${reader.organizationId}`;
    const zoneOf = async (of: string) => (await as(reader).get(of)).body.timeZone;
    expect(await zoneOf(url)).toBe('UTC');
    await as(reader).patch(url, { deliveries: {}, timeZone: 'europe/berlin' });
    await as(reader).patch(url, { deliveries: { comments: 'daily' } });
    expect([await zoneOf(url), await zoneOf(ofOne)]).toEqual(['Europe/Berlin', 'Europe/Berlin']);
    await as(reader).patch(ofOne, { deliveries: {}, timeZone: 'Asia/Tokyo' });
    expect([await zoneOf(url), await zoneOf(ofOne)]).toEqual(['Europe/Berlin', 'Asia/Tokyo']);
    await as(reader).patch(ofOne, { deliveries: {}, timeZone: null });
    expect(await zoneOf(ofOne)).toBe('Europe/Berlin');
    for (const timeZone of ['Moon/Crater', '+01:00', '', 'x'.repeat(65)]) {
      const { status, body } = await as(reader).patch(url, { deliveries: {}, timeZone });
      expect([status, body.error.details[0].path]).toEqual([400, 'body.timeZone']);
    }
  });
});

describe('subscriptions', () => {
  it('lets a person follow and mute what they may read', async () => {
    const reader = await createMember();
    const space = await createSpace({ organizationId: reader.organizationId });
    const url = `/v1/user/subscriptions/space/${space.id}`;
    expect((await as(reader).get(url)).status).toBe(404);
    expect((await as(reader).put(url, { state: 'following' })).body).toMatchObject({
      state: 'following',
      subject: { kind: 'space', id: space.id },
    });
    expect((await as(reader).put(url, { state: 'muted' })).body.state).toBe('muted');
    expect((await as(reader).get('/v1/user/subscriptions')).body.count).toBe(1);
    expect((await as(reader).delete(url)).status).toBe(204);
    expect((await as(reader).delete(url)).status).toBe(404);
  });
});
