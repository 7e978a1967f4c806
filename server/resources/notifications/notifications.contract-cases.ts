import { newId } from '#server/base/ids.ts';
import {
  type ApiFixture,
  callWith,
  organizationCall,
  spaceParams,
} from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { as, testApp } from '#server/test/test-app.ts';

/** A notification of the administrator about a new space. */
async function notificationParams(
  fixture: ApiFixture,
): Promise<{ notificationId: string; subjectId: string }> {
  const { db, clock } = await testApp();
  const { spaceId } = await spaceParams(fixture);
  const id = newId();
  const at = clock.now();
  const userId = fixture.admin.id;
  await db
    .insertInto('notifications')
    .values({
      id,
      user_id: userId,
      organization_id: fixture.organization.id,
      subject_kind: 'space',
      subject_id: spaceId,
      readers: 'content',
      content_id: spaceId,
      reason: 'access',
      reasons: ['access'],
      actor_ids: [fixture.owner.id],
      created_at: at,
      updated_at: at,
      shown_at: at,
    })
    .execute();
  await db
    .insertInto('notification_events')
    .values({
      user_id: userId,
      event_id: newId(),
      notification_id: id,
      reason: 'access',
      action: 'grantSpacePermissions',
      actor_id: fixture.owner.id,
      at,
    })
    .execute();
  return { notificationId: id, subjectId: spaceId };
}

const ownNotification = async (fixture: ApiFixture) => {
  const { notificationId } = await notificationParams(fixture);
  return { notificationId };
};

const unfollowedSpace = async (fixture: ApiFixture) => ({
  subjectKind: 'space',
  subjectId: (await spaceParams(fixture)).spaceId,
});

/** A space that the administrator follows. */
async function followedSpace(fixture: ApiFixture): Promise<{ subjectKind: string; subjectId: string }> {
  const params = await unfollowedSpace(fixture);
  await follow(fixture, params.subjectId);
  return params;
}

async function follow({ admin }: ApiFixture, spaceId: string): Promise<void> {
  const { status } = await as(admin).put(`/v1/user/subscriptions/space/${spaceId}`, { state: 'following' });
  if (status !== 200) throw new Error(`Part of a fixture was not created: ${status}`);
}

export const notificationCases = contractCases({
  calls: {
    listNotifications: organizationCall,
    updateNotifications: async (fixture) => {
      const { notificationId } = await notificationParams(fixture);
      return { params: {}, body: { ids: [notificationId], read: true } };
    },
    getNotification: callWith(ownNotification),
    updateNotification: callWith(ownNotification, { read: true }),
    countNotifications: organizationCall,
    getNotificationSettings: organizationCall,
    updateNotificationSettings: () => ({ params: {}, body: { deliveries: { comments: 'mail' } } }),
    listSubscriptions: organizationCall,
    getSubscription: callWith(followedSpace),
    setSubscription: callWith(unfollowedSpace, { state: 'muted' }),
    deleteSubscription: callWith(followedSpace),
  },
  // oxfmt-ignore
  permissions: {
    //                          none bad  outs disa gues read comm edit revi crea owne admi
    listNotifications:          [401, 401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
    updateNotifications:        [401, 401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
    getNotification:            [401, 401, 404, 404, 404, 404, 404, 404, 404, 404, 404, 200],
    updateNotification:         [401, 401, 404, 404, 404, 404, 404, 404, 404, 404, 404, 200],
    countNotifications:         [401, 401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
    getNotificationSettings:    [401, 401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
    updateNotificationSettings: [401, 401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
    listSubscriptions:          [401, 401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
    getSubscription:            [401, 401, 404, 404, 404, 404, 404, 404, 404, 404, 404, 200],
    setSubscription:            [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    deleteSubscription:         [401, 401, 404, 404, 404, 404, 404, 404, 404, 404, 404, 204],
  },
  limits: {
    // No name of a zone is that long.
    updateNotificationSettings: { timeZone: [1, 64, null] },
    updateNotification: { snoozedUntil: [0, 64, null] },
    updateNotifications: { snoozedUntil: [0, 64, null], until: [0, 64, null] },
  },
  lists: {
    listNotifications: {
      addItem: notificationParams,
      // Old ones are deleted by the cleanup.
      deleteItem: async (_fixture, _call, id) => {
        const { db } = await testApp();
        await db.deleteFrom('notifications').where('id', '=', id).execute();
      },
    },
    listSubscriptions: {
      addItem: followedSpace,
      deleteItem: (_fixture, _call, id) => `/v1/user/subscriptions/space/${id}`,
    },
  },
  exceptions: {
    updateNotifications: { isUnaudited: true },
    updateNotification: { isUnaudited: true },
    updateNotificationSettings: { isUnaudited: true },
    setSubscription: { isUnaudited: true },
    // Who follows what was deleted can stop to.
    deleteSubscription: { isUnaudited: true, takesDeleted: true },
  },
  references: [
    [
      'updateNotifications',
      'organizationId',
      (id) => ({ organizationId: id, until: '2026-01-01T00:00:00Z' }),
    ],
  ],
  ids: {
    // It can't be read once its subject is deleted.
    notificationId: { otherKind: 'teamId', url: ({ subjectId }) => `/v1/spaces/${subjectId}` },
    subjectId: { otherKind: 'teamId' },
  },
  createIds: async (fixture) => {
    const ids = await notificationParams(fixture);
    await follow(fixture, ids.subjectId);
    return ids;
  },
});
