import { type Actor, membershipOr404 } from '#server/access/actor.ts';
import { badValue } from '#server/base/errors.ts';
import { parseTimeZone } from '#server/base/time-zones.ts';
import { parseTime } from '#server/base/times.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { countRows, readPage, toEnvelope } from '#server/lists/lists.ts';
import {
  findSettings,
  type SettingsOwner,
  updateSettings,
} from '#server/notifications/notification-settings.ts';
import {
  changeNotifications,
  filterNotifications,
  findNotification,
  type NotificationOwner,
  selectNotificationRows,
} from './notifications.queries.ts';
import {
  organizationsOf,
  parseChange,
  toNotificationView,
  toSubscriptionView,
} from './notifications.rules.ts';
import {
  findSubscription,
  putSubscription,
  removeSubscription,
  requireSubject,
  selectSubscriptionRows,
  selectSubscriptions,
} from './subscriptions.queries.ts';

/** What the caller is told, how, and what they follow. Only they may read it, and nothing of it is in the audit log. */
export const notificationHandlers = {
  async listNotifications(request) {
    const { actor, db, clock, service, query } = request;
    const { state = 'inbox', reasons, organizationId } = query;
    const now = clock.now();
    const owner = ownerOf(actor, organizationId);
    const selected = filterNotifications(db, owner, { state, reasons, now });
    const page = await readPage(request, {
      scope: {
        operation: 'listNotifications',
        filters: [owner.userId, organizationId, state, reasons?.toSorted()],
      },
      query: selectNotificationRows(selected),
      order: [
        { column: 'notifications.shown_at', direction: 'desc' },
        { column: 'notifications.id', direction: 'desc' },
      ],
      count: () => countRows(selected),
    });
    return toEnvelope(page, (row) => toNotificationView(row, { service, now }));
  },

  async updateNotifications({ actor, db, clock, body }) {
    const { ids, until, organizationId, ...states } = body;
    if (!ids && until === undefined) throw badValue('body.until', 'is needed where no ids are given');
    const change = parseChange(states, clock.now());
    const owner = ownerOf(actor, organizationId);
    const selection = { ids, until: parseTime('body.until', until) };
    const changed = await inTransaction(db, (trx) => changeNotifications(trx, owner, selection, change));
    return { changed: changed.length };
  },

  async getNotification({ actor, db, clock, service, params }) {
    const now = clock.now();
    const row = await findNotification(db, ownerOf(actor), { ...params, now });
    return toNotificationView(row, { service, now });
  },

  async updateNotification({ actor, db, clock, service, params: { notificationId }, body }) {
    const change = parseChange(body, clock.now());
    const owner = ownerOf(actor);
    const row = await inTransaction(db, async (trx) => {
      await changeNotifications(trx, owner, { ids: [notificationId] }, change);
      return findNotification(trx, owner, { notificationId, now: change.now });
    });
    return toNotificationView(row, { service, now: change.now });
  },

  async countNotifications({ actor, db, clock, query }) {
    const owner = ownerOf(actor, query.organizationId);
    const unread = filterNotifications(db, owner, { state: 'unread', now: clock.now() });
    return { unread: await countRows(unread) };
  },

  async getNotificationSettings({ actor, db, query }) {
    return viewSettings(db, settingsOwnerOf(actor, query.organizationId));
  },

  async updateNotificationSettings({ actor, db, clock, query, body }) {
    const owner = settingsOwnerOf(actor, query.organizationId);
    const { deliveries } = body;
    const timeZone = parseTimeZone('body.timeZone', body.timeZone);
    await updateSettings(db, owner, { deliveries, timeZone }, clock.now());
    return viewSettings(db, owner);
  },

  async listSubscriptions(request) {
    const { actor, db, query } = request;
    const { organizationId } = query;
    const owner = ownerOf(actor, organizationId);
    const selected = selectSubscriptions(db, owner);
    const page = await readPage(request, {
      scope: { operation: 'listSubscriptions', filters: [owner.userId, organizationId] },
      query: selectSubscriptionRows(selected),
      order: [
        { column: 'subscriptions.created_at', direction: 'desc' },
        { column: 'subscriptions.subject_id', direction: 'desc' },
      ],
      count: () => countRows(selected),
    });
    return toEnvelope(page, toSubscriptionView);
  },

  async getSubscription({ actor, db, params }) {
    return toSubscriptionView(await findSubscription(db, ownerOf(actor), params));
  },

  async setSubscription({ actor, db, clock, params, body }) {
    const organizationId = await requireSubject(db, actor, params);
    const owner = { userId: actor.user.id, organizationId };
    const row = await inTransaction(db, async (trx) => {
      await putSubscription(trx, owner, params, { state: body.state, now: clock.now() });
      return findSubscription(trx, ownerOf(actor), params);
    });
    return toSubscriptionView(row);
  },

  async deleteSubscription({ actor, db, params }) {
    await removeSubscription(db, ownerOf(actor), params);
  },
} satisfies Handlers<
  | 'listNotifications'
  | 'updateNotifications'
  | 'getNotification'
  | 'updateNotification'
  | 'countNotifications'
  | 'getNotificationSettings'
  | 'updateNotificationSettings'
  | 'listSubscriptions'
  | 'getSubscription'
  | 'setSubscription'
  | 'deleteSubscription'
>;

function ownerOf(actor: Actor, organizationId?: string): NotificationOwner {
  return { userId: actor.user.id, organizationIds: organizationsOf(actor, organizationId) };
}

/** A session that is limited to an organization changes nothing about others. */
function settingsOwnerOf(actor: Actor, organizationId: string | undefined): SettingsOwner {
  if (organizationId === undefined) return { userId: actor.user.id, organizationId: actor.ssoOrganizationId };
  const membership = membershipOr404(actor, organizationId);
  return { userId: actor.user.id, organizationId: membership.organizationId };
}

async function viewSettings(db: Parameters<typeof findSettings>[0], owner: SettingsOwner) {
  const { deliveries, defaults, timeZone } = await findSettings(db, owner);
  return {
    object: 'notification-settings' as const,
    ...(owner.organizationId !== null && { organization: owner.organizationId }),
    deliveries,
    defaults,
    timeZone,
  };
}
