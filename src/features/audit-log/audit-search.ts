import { pageSize } from '#src/api/first-requests.ts';
import { listAuditLogInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { ListAuditLogData } from '#api/generated/types.gen.ts';
import { pagedOptions } from '#src/api/paging.ts';
import {
  type SearchParams,
  type SearchParamParser,
  searchParams,
  textParam,
} from '#src/lib/search-params.ts';

/** A calendar day of a year that the server can take: 2026-11-21. */
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

/**
 * What the address of the audit log holds; both days count whole, in the reader's time zone. `entry` is the one that is
 * open.
 */
export type AuditSearch = SearchParams<typeof parsers>;

/** Reads the address of the audit log; whatever does not fit is left out. */
export const parseAuditSearch = searchParams(parsers);

const startOfDay = (day: string, dayOffset = 0) => {
  const time = new Date(`${day}T00:00:00`);
  time.setDate(time.getDate() + dayOffset);
  return time.toISOString();
};

/** The filters of `listAuditLog` for an address. */
export function toAuditQuery({ actor, action, target, since, until }: AuditSearch) {
  return {
    ...(actor && { actor }),
    ...(action && { action }),
    ...(target && { target }),
    ...(since && { since: startOfDay(since) }),
    ...(until && { until: startOfDay(until, 1) }),
  } satisfies ListAuditLogData['query'];
}

/** The audit log of an organization as an address filters it. */
export const auditLogOf = (organizationId: string, search: AuditSearch) =>
  pagedOptions(
    listAuditLogInfiniteOptions({
      path: { organizationId },
      query: { limit: pageSize, ...toAuditQuery(search) },
    }),
  );
