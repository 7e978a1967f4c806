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
  const language = knownLanguage(languages) ?? textLanguage;
  const isEnglish = new Intl.Locale(language).language === 'en';
  const day = new Intl.DateTimeFormat(language, {
    ...script,
    ...(isEnglish ? { dateStyle: 'medium' } : numericDay),
  });
  const exact = new Intl.DateTimeFormat(language, {
    ...script,
    ...(isEnglish ? { dateStyle: 'medium', timeStyle: 'short' } : { ...numericDay, ...numericTime }),
  });
  const numbers = new Intl.NumberFormat(language, { numberingSystem: script.numberingSystem });
  const format = (formatter: Intl.DateTimeFormat, time: string | Date) => {
    const then = new Date(time);
    return Number.isNaN(then.getTime()) ? '' : formatter.format(then).replaceAll(directionMarks, '');
  };
  return {
    language,
    calendarDay: (time: string | Date) => format(day, time),
    exactTime: (time: string | Date) => format(exact, time),
    formatNumber: (value: number) => numbers.format(value),
  };
}

type Formats = ReturnType<typeof createFormats>;

/** The formats of the person at this browser. */
const own = createFormats(typeof navigator === 'undefined' ? [] : navigator.languages);

/** The date in the user's time zone: "21 Nov 2026", "21.11.2026". Empty if invalid. */
export const calendarDay: Formats['calendarDay'] = own.calendarDay;

/** The exact time in the user's time zone: "21 Nov 2026, 08:26". Empty if invalid. */
export const exactTime: Formats['exactTime'] = own.exactTime;

/** A number as the user writes it: "12,431", "12.431". */
export const formatNumber: Formats['formatNumber'] = own.formatNumber;

/**
 * The first working day of a week, 0 for Sunday: weeks begin on Saturday, Sunday or Monday, but not with a day off.
 * Monday where the browser does not say.
 */
export function firstWorkday(language = own.language): number {
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

const relative = new Intl.RelativeTimeFormat(textLanguage, { numeric: 'auto' });

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
  return calendarDay(then);
}

const plurals = new Intl.PluralRules(textLanguage);

/** The noun for a number: "member", "members". */
export function nounFor(value: number, singular: string, plural = `${singular}s`): string {
  return plurals.select(value) === 'one' ? singular : plural;
}

/**
 * A number with its noun: `formatCount(1, 'member')` → "1 member", `formatCount(0, 'reply', 'replies')` → "0
 * replies".
 */
export function formatCount(value: number, singular: string, plural?: string): string {
  return `${formatNumber(value)} ${nounFor(value, singular, plural)}`;
}

const listFormat = new Intl.ListFormat(textLanguage, { type: 'conjunction' });

/** Compares names as a user sorts them: ignoring case, with numbers by value. */
export const compareNames: (one: string, other: string) => number = new Intl.Collator(own.language, {
  numeric: true,
  sensitivity: 'base',
}).compare;

/** Isolates the text direction of a name. */
export const isolate = (name: string) => `\u2068${name}\u2069`;

/**
 * Lists some names and counts the rest: `formatNameList(['API', 'Guides', 'Help'], 12, 2)` → "API, Guides, and 10
 * more". Names are wrapped in bidi isolates.
 */
export function formatNameList(names: readonly string[], total: number, max = 3): string {
  const named = names.slice(0, max).map(isolate);
  const rest = Math.max(total, names.length) - named.length;
  return listFormat.format(rest > 0 ? [...named, `${formatNumber(rest)} more`] : named);
}

/** A label within a sentence: `custom fields`, `API specifications`. */
export const asNoun = (label: string): string =>
  /^\p{Lu}{2}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
