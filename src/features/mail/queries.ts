import { listMailsInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { MailKind, MailState } from '#api/generated/types.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';
import { choiceParam, type SearchParams, searchParams, textParam } from '#src/lib/search-params.ts';
import { mailKindLabels, mailStateLabels } from './labels.ts';

const parsers = {
  q: textParam(),
  state: choiceParam(Object.keys(mailStateLabels) as MailState[]),
  kind: choiceParam(Object.keys(mailKindLabels) as MailKind[]),
};

/** The URL parameters of the mail queue. */
export type MailSearch = SearchParams<typeof parsers>;

export const parseMailSearch = searchParams(parsers);

/** How often the queue is fetched while something in it waits, in milliseconds. */
const refetchIntervalMs = 5000;

/** Mail of an organization, latest first; fetched again while some of it waits. */
export const mailsOf = (organizationId: string, { q, state, kind }: MailSearch) => ({
  ...pagedOptions(
    listMailsInfiniteOptions({
      path: { organizationId },
      query: { limit: pageSize, ...(q && { search: q }), ...(state && { state }), ...(kind && { kind }) },
    }),
  ),
  refetchInterval: ({
    state: { data },
  }: {
    state: { data?: { pages: { items: { state: MailState }[] }[] } };
  }) =>
    data?.pages.some(({ items }) => items.some((mail) => mail.state === 'waiting'))
      ? refetchIntervalMs
      : false,
});
