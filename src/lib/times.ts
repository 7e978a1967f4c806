const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

const minute = 60_000;
const hour = 60 * minute;

const calendarDays = (from: Date, to: Date) =>
  Math.round((startOfDay(to).getTime() - startOfDay(from).getTime()) / (24 * hour));

const startOfDay = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate());

/** A relative time: "just now", "5 minutes ago", "yesterday", "3 weeks ago". The date after one year. */
export function relativeTime(time: string | Date, now: Date = new Date()): string {
  const then = new Date(time);
  if (Number.isNaN(then.getTime())) return '';
  const distance = then.getTime() - now.getTime();
  const size = Math.abs(distance);
  if (size < minute) return 'just now';
  if (size < hour) return relative.format(Math.trunc(distance / minute), 'minute');
  const days = calendarDays(now, then);
  if (days === 0 || size < 12 * hour) return relative.format(Math.trunc(distance / hour), 'hour');
  if (Math.abs(days) < 14) return relative.format(days, 'day');
  if (Math.abs(days) < 60) return relative.format(Math.trunc(days / 7), 'week');
  if (Math.abs(days) < 365) return relative.format(Math.trunc(days / 30.4), 'month');
  return day.format(then);
}

/** The exact moment in the reader's time zone: "21 Nov 2026, 08:26". Anything that is no time gives "". */
export function exactTime(time: string | Date): string {
  const then = new Date(time);
  return Number.isNaN(then.getTime()) ? '' : exact.format(then);
}

/** The calendar day in the reader's time zone. Anything that is no time gives "". */
export function calendarDay(time: string | Date): string {
  const then = new Date(time);
  return Number.isNaN(then.getTime()) ? '' : day.format(then);
}
