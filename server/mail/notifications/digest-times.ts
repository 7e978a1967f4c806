import { DEFAULT_TIME_ZONE } from '#server/base/time-zones.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Of the morning, in the time zone of a person. */
const HOUR = 7;
/** 1 January 1970 was a Thursday. */
const DAYS_OF_FIRST_MONDAY = 4;
/** All time zones are whole quarters of an hour apart. */
const QUARTER_MS = 15 * 60_000;

/** Whether a summary of any time zone can have become due between two times. */
export const isOtherQuarter = (from: Date, to: Date): boolean =>
  Math.floor(from.getTime() / QUARTER_MS) !== Math.floor(to.getTime() / QUARTER_MS);

/** When the latest summary was due: each day at 7:00 in a time zone, or each Monday. A zone that isn't known is UTC. */
export function latestBoundary(frequency: 'daily' | 'weekly', now: Date, timeZone = DEFAULT_TIME_ZONE): Date {
  const offsetAt = offsetsOf(timeZone);
  const period = frequency === 'daily' ? 1 : 7;
  const firstDay = frequency === 'daily' ? 0 : DAYS_OF_FIRST_MONDAY;
  const today = Math.floor((now.getTime() + offsetAt(now.getTime())) / DAY_MS);
  let day = firstDay + Math.floor((today - firstDay) / period) * period;
  let boundary = morningOf(day, offsetAt);
  while (boundary > now.getTime()) {
    day -= period;
    boundary = morningOf(day, offsetAt);
  }
  return new Date(boundary);
}

/** @param day days since 1970 where the morning is */
function morningOf(day: number, offsetAt: (time: number) => number): number {
  const local = day * DAY_MS + HOUR * 60 * 60_000;
  // Clocks may have been changed in the night: the offset is that of the morning.
  return local - offsetAt(local - offsetAt(local));
}

const fields = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const;

/** Creating a format takes nearly all of the time of a boundary, so no other one checks the name before. */
function createFormat(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en', { timeZone, ...fields });
  } catch {
    return new Intl.DateTimeFormat('en', { timeZone: DEFAULT_TIME_ZONE, ...fields });
  }
}

/** How far local clocks are ahead at a time, in milliseconds. */
function offsetsOf(timeZone: string): (time: number) => number {
  const format = createFormat(timeZone);
  return (time) => {
    const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const local = Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    );
    return local - Math.floor(time / 1000) * 1000;
  };
}
