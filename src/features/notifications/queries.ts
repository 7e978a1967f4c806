import {
  getNotificationSettingsOptions,
  listNotificationsInfiniteOptions,
  listSubscriptionsInfiniteOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { NotificationReason, NotificationState } from '#api/generated/types.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';
import { reasonLabels } from '#src/domain/notifications/labels.ts';
import type { NotificationSearch } from './notification-search.ts';

interface StateTab {
  value: NotificationState;
  label: string;
  empty: { title: string; text: string };
}

/** The tabs of the screen. */
export const stateTabs: readonly StateTab[] = [
  {
    value: 'inbox',
    label: 'Inbox',
    empty: { title: 'All clear', text: 'Review requests, mentions, replies and results appear here.' },
  },
  {
    value: 'unread',
    label: 'Unread',
    empty: { title: 'Nothing unread', text: 'You have read everything in your inbox.' },
  },
  {
    value: 'snoozed',
    label: 'Snoozed',
    empty: { title: 'Nothing snoozed', text: 'What you snooze returns to your inbox at its time.' },
  },
  {
    value: 'done',
    label: 'Done',
    empty: { title: 'Nothing done yet', text: 'What you mark as done stays here for 90 days.' },
  },
];

// The keys are those of the type.
export const reasons = Object.keys(reasonLabels) as NotificationReason[];

/** One that no reason has is no filter. */
export function filterByReason(name: string | undefined): { reasons?: NotificationReason[] } {
  const reason = reasons.find((each) => each === name);
  return reason === undefined ? {} : { reasons: [reason] };
}

export const notificationsOf = (organizationId: string, { state, reason, scope }: NotificationSearch) =>
  pagedOptions(
    listNotificationsInfiniteOptions({
      query: {
        limit: pageSize,
        ...(scope === undefined && { organizationId }),
        ...(state && { state }),
        ...filterByReason(reason),
      },
    }),
  );

/** Whose settings: of one organization, or of all. */
export type SettingsScope = string | null;

const filterOf = (scope: SettingsScope) => (scope === null ? {} : { organizationId: scope });

export const notificationSettingsOf = (scope: SettingsScope) =>
  getNotificationSettingsOptions({ query: filterOf(scope) });

/** What the person follows and has muted, latest first. */
export const subscriptionsOf = (scope: SettingsScope) =>
  pagedOptions(listSubscriptionsInfiniteOptions({ query: { limit: pageSize, ...filterOf(scope) } }));
