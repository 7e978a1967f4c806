const DAY_MS = 24 * 60 * 60_000;
/** Of the morning, in UTC: the server knows no time zones of people. */
const HOUR_MS = 7 * 60 * 60_000;
/** 1 January 1970 was a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** When the latest summary was due: each day at 7:00 UTC, or each Monday. */
export function latestBoundary(frequency: 'daily' | 'weekly', now: Date): Date {
  const [start, period] = frequency === 'daily' ? [HOUR_MS, DAY_MS] : [FIRST_MONDAY_MS + HOUR_MS, 7 * DAY_MS];
  return new Date(Math.floor((now.getTime() - start) / period) * period + start);
}
