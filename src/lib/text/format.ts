/** One or two initials of a name: "Ada Lovelace" → "AL", "docs@acme.dev" → "D". */
export function initials(name: string): string {
  const words = name
    .replace(/@.*$/, '')
    .split(/[\s._-]+/u)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const first = words[0];
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return [first, last]
    .map((word) => (word ? String.fromCodePoint(word.codePointAt(0) ?? 0) : ''))
    .join('')
    .toLocaleUpperCase();
}

/** A stable index below `count` for a text, so that the same person always gets the same color. */
export function hashToIndex(text: string, count: number): number {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % count;
}

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

/** The exact time in the user's time zone: "21 Nov 2026, 08:26". Empty if invalid. */
export function exactTime(time: string | Date): string {
  const then = new Date(time);
  return Number.isNaN(then.getTime()) ? '' : exact.format(then);
}

/** The date in the user's time zone. Empty if invalid. */
export function calendarDay(time: string | Date): string {
  const then = new Date(time);
  return Number.isNaN(then.getTime()) ? '' : day.format(then);
}

const numbers = new Intl.NumberFormat('en');
const plurals = new Intl.PluralRules('en');

/** A number with thousands separators: 12431 → "12,431". */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

/**
 * A number with its noun: `formatCount(1, 'member')` → "1 member", `formatCount(0, 'reply', 'replies')` → "0
 * replies".
 */
export function formatCount(value: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(value)} ${plurals.select(value) === 'one' ? singular : plural}`;
}

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' });

/** Isolates the text direction of a name. */
const isolate = (name: string) => `\u2068${name}\u2069`;

/**
 * Lists some names and counts the rest: `formatNameList(['API', 'Guides', 'Help'], 12, 2)` → "API, Guides, and 10
 * more". Names are wrapped in bidi isolates.
 */
export function formatNameList(names: readonly string[], total: number, max = 3): string {
  const named = names.slice(0, max).map(isolate);
  const rest = Math.max(total, names.length) - named.length;
  return listFormat.format(rest > 0 ? [...named, `${formatNumber(rest)} more`] : named);
}
