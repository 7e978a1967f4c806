const DAY = 24 * 60 * 60 * 1000;

/** Converts days before a fixed moment into dates. */
export interface Calendar {
  now: Date;
  /** The date that many days before now; fractions are times of day. */
  ago(days: number): Date;
}

export function calendarAt(now: Date): Calendar {
  return { now, ago: (days) => new Date(now.getTime() - Math.round(days * DAY)) };
}
