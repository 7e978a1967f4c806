import {
  countNotificationsOptions,
  listNotificationsOptions,
  listSubscriptionsOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { optional } from '#src/api/optional-requests.ts';
import { maxPageSize } from '#src/api/paging.ts';
import { intervalWithoutStream, type OperationId } from '#src/api/queries.ts';

/** What changes with a notification. */
export const notificationReads: readonly OperationId[] = [
  'listNotifications',
  'getNotification',
  'countNotifications',
];

/** How often the number is fetched where no stream says that it changed, in milliseconds. */
const refetchMs = 60_000;

/** How many notifications of the inbox are unread; null where the server has none. */
export const unreadCountOf = (organizationId: string) => ({
  ...optional(countNotificationsOptions({ query: { organizationId } })),
  refetchInterval: () => intervalWithoutStream(refetchMs),
});

const latestCount = 6;

/** The latest notifications of the inbox. */
export const latestNotificationsOf = (organizationId: string) =>
  listNotificationsOptions({ query: { organizationId, limit: latestCount } });

/** All that the person follows and has muted in an organization, at most 1,000; null where the server has no such thing. */
export const subscriptionsIn = (organizationId: string) => ({
  ...optional(listSubscriptionsOptions({ query: { organizationId, limit: maxPageSize } })),
  // Each screen of a subject needs it.
  staleTime: refetchMs,
});
