import { choiceParam, type SearchParams, searchParams, textParam } from '#src/lib/search-params.ts';

const parsers = {
  state: choiceParam(['unread', 'snoozed', 'done']),
  /** As a text: the names of reasons are no part of the code of routes, which comes before that of the screen. */
  reason: textParam(40),
  scope: choiceParam(['all']),
};

/** The URL parameters of the screen; without a state it is the inbox, without a scope it is of this organization. */
export type NotificationSearch = SearchParams<typeof parsers>;

export const parseNotificationSearch = searchParams(parsers);
