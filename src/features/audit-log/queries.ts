import { listAuditLogInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { ListAuditLogData } from '#api/generated/types.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';
import {
  type SearchParams,
  type SearchParamParser,
  searchParams,
  textParam,
} from '#src/lib/search-params.ts';

/** A date such as 2026-11-21, limited to the years that the server accepts. */
const dayParam: SearchParamParser<string> = (value) =>
  typeof value === 'string' && /^[12]\d{3}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

const parsers = {
  actor: textParam(64),
  action: textParam(64),
  target: textParam(64),
  since: dayParam,
  until: dayParam,
  entry: textParam(64),
};

/** The URL parameters of the audit log. Both days are included, in the local time zone; `entry` is the open entry. */
export type AuditSearch = SearchParams<typeof parsers>;

export const parseAuditSearch = searchParams(parsers);

const startOfDay = (day: string, dayOffset = 0) => {
  const time = new Date(`${day}T00:00:00`);
  time.setDate(time.getDate() + dayOffset);
  return time.toISOString();
};

export function toAuditQuery({ actor, action, target, since, until }: AuditSearch) {
  return {
    ...(actor && { actor }),
    ...(action && { action }),
    ...(target && { target }),
    ...(since && { since: startOfDay(since) }),
    ...(until && { until: startOfDay(until, 1) }),
  } satisfies ListAuditLogData['query'];
}

export const auditLogOf = (organizationId: string, search: AuditSearch) =>
  pagedOptions(
    listAuditLogInfiniteOptions({
      path: { organizationId },
      query: { limit: pageSize, ...toAuditQuery(search) },
    }),
  );
