/** Tomorrow at 8:00 in the user's time zone. */
export function tomorrow(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8);
}

/** Next Monday at 8:00. */
export function nextWeek(now: Date): Date {
  const days = (8 - now.getDay()) % 7 || 7;
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 8);
}

/** 8:00 on a day from a date field (`2026-11-30`); null if invalid or past. */
export function morningOf(text: string, now: Date): Date | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const date = new Date(Number(year), Number(month) - 1, Number(day), 8);
  return date > now ? date : null;
}
