import { firstWorkday } from '#src/lib/text/format.ts';

/** Tomorrow at 8:00 in the user's time zone. */
export function tomorrow(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8);
}

/** The first working day of the next week at 8:00. */
export function nextWeek(now: Date, workday = firstWorkday()): Date {
  const days = (7 + workday - now.getDay()) % 7 || 7;
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 8);
}

/** The same weekday of the next week at 8:00. */
export function inAWeek(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 7, 8);
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The times that are offered: tomorrow, in a week, and between them the first working day of the next week by its name. */
export function snoozePresets(now: Date): { label: string; time: Date }[] {
  const [first, monday, last] = [tomorrow(now), nextWeek(now), inAWeek(now)];
  // On a Monday, “Monday” could be taken for today.
  const isBetween = first < monday && monday < last;
  return [
    { label: 'Tomorrow', time: first },
    ...(isBetween ? [{ label: weekdays[monday.getDay()] ?? '', time: monday }] : []),
    { label: 'In a week', time: last },
  ];
}

/** 8:00 on a day from a date field (`2026-11-30`); null if invalid or past. */
export function morningOf(text: string, now: Date): Date | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const date = new Date(Number(year), Number(month) - 1, Number(day), 8);
  return date > now ? date : null;
}
