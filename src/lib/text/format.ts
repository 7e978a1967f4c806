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

/** The first formatter of a kind takes a browser some ten milliseconds, so none is made before it is needed. */
function once<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}

/** The language of the console's own sentences: what counts or names something inside one is English, too. */
const textLanguage = 'en';

/** Dates as the contract has them; digits that can be read, searched and typed among English words. */
const script = { calendar: 'gregory', numberingSystem: 'latn' } as const;

const numericDay = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const numericTime = { hour: '2-digit', minute: '2-digit' } as const;

/** Marks that turn the reading direction; among English words they would turn a date around. */
const directionMarks = /[\u061c\u200e\u200f]/g;

/** The first of a person's languages that the browser knows. */
export function knownLanguage(languages: readonly string[]): string | undefined {
  for (const language of languages)
    try {
      const [known] = Intl.DateTimeFormat.supportedLocalesOf(language);
      if (known !== undefined) return known;
    } catch {
      // Some browsers name languages of the system that are none: `en-US@posix`.
    }
  return undefined;
}

/**
 * Dates and numbers as a person with these languages writes them, in the time zone of the system. Months have names
 * where the language is English; in others a day is all numbers, because a French month would stand in an English
 * sentence. Record 118.
 */
export function createFormats(languages: readonly string[]) {
  const [first = ''] = languages;
  const language = once(() => knownLanguage(languages) ?? textLanguage);
  const isEnglish = once(() => new Intl.Locale(language()).language === 'en');
  const day = once(
    () =>
      new Intl.DateTimeFormat(language(), {
        ...script,
        ...(isEnglish() ? { dateStyle: 'medium' } : numericDay),
      }),
  );
  const exact = once(
    () =>
      new Intl.DateTimeFormat(language(), {
        ...script,
        ...(isEnglish() ? { dateStyle: 'medium', timeStyle: 'short' } : { ...numericDay, ...numericTime }),
      }),
  );
  const numbers = once(() => new Intl.NumberFormat(language(), { numberingSystem: script.numberingSystem }));
  const format = (formatter: () => Intl.DateTimeFormat, time: string | Date) => {
    const then = new Date(time);
    return Number.isNaN(then.getTime()) ? '' : formatter().format(then).replaceAll(directionMarks, '');
  };
  return {
    language,
    calendarDay: (time: string | Date) =>
      (first === 'en-US' && americanDay(new Date(time))) || format(day, time),
    exactTime: (time: string | Date) => format(exact, time),
    formatNumber: (value: number) => plainNumber(value, first) ?? numbers().format(value),
  };
}

/** Languages that part thousands by commas. */
const withCommas = /^en(-(US|GB|CA|AU|NZ|IE))?$/;

/**
 * Numbers of the first screen are written without a formatter where the result is the same: a count below a
 * million.
 */
function plainNumber(value: number, language: string): string | undefined {
  if (!Number.isInteger(value) || value < 0 || Object.is(value, -0)) return undefined;
  if (value < 1000) return String(value);
  if (value >= 1_000_000 || !withCommas.test(language)) return undefined;
  return `${Math.trunc(value / 1000)},${String(value % 1000).padStart(3, '0')}`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** As a formatter writes a day in American English. */
function americanDay(day: Date): string | undefined {
  const year = day.getFullYear();
  // Before 1970 the calendars and zones are not all ours.
  return year >= 1970 && year <= 9999 ? `${months[day.getMonth()]} ${day.getDate()}, ${year}` : undefined;
}

type Formats = ReturnType<typeof createFormats>;

/** The formats of the person at this browser. */
const formats = createFormats(typeof navigator === 'undefined' ? [] : navigator.languages);

/** The date in the user's time zone: "21 Nov 2026", "21.11.2026". Empty if invalid. */
export const calendarDay: Formats['calendarDay'] = formats.calendarDay;

/** The exact time in the user's time zone: "21 Nov 2026, 08:26". Empty if invalid. */
export const exactTime: Formats['exactTime'] = formats.exactTime;

/** A number as the user writes it: "12,431", "12.431". */
export const formatNumber: Formats['formatNumber'] = formats.formatNumber;

/**
 * The first working day of a week, 0 for Sunday: weeks begin on Saturday, Sunday or Monday, but not with a day off.
 * Monday where the browser does not say.
 */
export function firstWorkday(language = formats.language()): number {
  const locale: Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo } = new Intl.Locale(
    language,
  );
  const { firstDay, weekend } = locale.getWeekInfo?.() ?? locale.weekInfo ?? { firstDay: 1, weekend: [] };
  const days = Array.from({ length: 7 }, (_, offset) => ((firstDay + offset - 1) % 7) + 1);
  return (days.find((weekday) => !weekend.includes(weekday)) ?? 1) % 7;
}

/** Days are numbered from 1 for Monday to 7 for Sunday. */
interface WeekInfo {
  firstDay: number;
  weekend: readonly number[];
}

type RelativeUnit = 'minute' | 'hour' | 'day' | 'week' | 'month';

const nearby: Partial<Record<RelativeUnit, readonly [before: string, now: string, after: string]>> = {
  day: ['yesterday', 'today', 'tomorrow'],
  week: ['last week', 'this week', 'next week'],
  month: ['last month', 'this month', 'next month'],
};

/** As the formatter of relative times writes it in English. */
function describeDistance(value: number, unit: RelativeUnit): string {
  const near = nearby[unit]?.[value + 1];
  if (near !== undefined) return near;
  if (value === 0) return `this ${unit}`;
  const amount = `${Math.abs(value)} ${nounFor(value, unit)}`;
  return value < 0 ? `${amount} ago` : `in ${amount}`;
}

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
  if (size < hour) return describeDistance(Math.trunc(distance / minute), 'minute');
  const days = calendarDays(now, then);
  if (days === 0 || size < 12 * hour) return describeDistance(Math.trunc(distance / hour), 'hour');
  if (Math.abs(days) < 14) return describeDistance(days, 'day');
  if (Math.abs(days) < 60) return describeDistance(Math.trunc(days / 7), 'week');
  if (Math.abs(days) < 365) return describeDistance(Math.trunc(days / 30.4), 'month');
  return calendarDay(then);
}

/** The noun for a number: "member", "members". */
export function nounFor(value: number, singular: string, plural = `${singular}s`): string {
  return Math.abs(value) === 1 ? singular : plural;
}

/**
 * A number with its noun: `formatCount(1, 'member')` → "1 member", `formatCount(0, 'reply', 'replies')` → "0
 * replies".
 */
export function formatCount(value: number, singular: string, plural?: string): string {
  return `${formatNumber(value)} ${nounFor(value, singular, plural)}`;
}

const regionNames = once(() => new Intl.DisplayNames(textLanguage, { type: 'region' }));

/** "Norway" for `NO`; an unknown code stays unchanged. */
export function countryName(code: string): string {
  try {
    return regionNames().of(code) ?? code;
  } catch {
    return code;
  }
}

const listFormat = once(() => new Intl.ListFormat(textLanguage, { type: 'conjunction' }));

const collator = once(() => new Intl.Collator(formats.language(), { numeric: true, sensitivity: 'base' }));

/** Compares names as a user sorts them: ignoring case, with numbers by value. */
export const compareNames = (one: string, other: string): number => collator().compare(one, other);

/** Isolates the text direction of a name. */
export const isolate = (name: string) => `\u2068${name}\u2069`;

/**
 * Lists some names and counts the rest: `formatNameList(['API', 'Guides', 'Help'], 12, 2)` → "API, Guides, and 10
 * more". Names are wrapped in bidi isolates.
 */
export function formatNameList(names: readonly string[], total: number, max = 3): string {
  const visibleNames = names.slice(0, max).map(isolate);
  const rest = Math.max(total, names.length) - visibleNames.length;
  return listFormat().format(rest > 0 ? [...visibleNames, `${formatNumber(rest)} more`] : visibleNames);
}

/** A label within a sentence: `custom fields`, `API specifications`. */
export const asNoun = (label: string): string =>
  /^\p{Lu}{2}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

/** Says how many items a list leaves out, because this version doesn't know their kind. */
export function describeUnknownItems(count: number): string {
  return `${formatCount(count, 'item')} of an unknown type ${count === 1 ? 'is' : 'are'} not shown.`;
}

/** The IANA name of the user's time zone: `Europe/Berlin`. */
export const browserTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
