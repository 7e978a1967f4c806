const DAY = 24 * 60 * 60 * 1000;

/** Turns "days ago" into dates, all relative to one moment. */
export interface Calendar {
  now: Date;
  /** The date that many days before now; fractions are times of day. */
  ago(days: number): Date;
}

/** The calendar of someone for whom it is `now`. */
export function calendarAt(now: Date): Calendar {
  return { now, ago: (days) => new Date(now.getTime() - Math.round(days * DAY)) };
}
