/** Dates as a person types them. The value is always the ISO date: `2026-11-23`. */
import { knownLanguage } from './format.ts';

type Part = 'year' | 'month' | 'day';

const isPart = (type: string): type is Part => type === 'year' || type === 'month' || type === 'day';

const placeholders: Record<Part, string> = { year: 'yyyy', month: 'mm', day: 'dd' };

export interface DateFormat {
  /** The expected format: "dd/mm/yyyy". */
  pattern: string;
  /** "2026-11-23" → "23/11/2026". Other texts stay as they are. */
  format: (iso: string) => string;
  /** "23/11/2026", "23.11.26" and "2026-11-23" → "2026-11-23"; null for anything else. */
  parse: (text: string) => string | null;
}

/** The order and separator of the first language that the browser knows; digits and calendar are those of ISO dates. */
export function dateFormatOf(languages: readonly string[]): DateFormat {
  const parts = new Intl.DateTimeFormat(knownLanguage(languages) ?? 'en-GB', {
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
    .formatToParts(new Date(2026, 10, 23))
    .filter(({ type }) => type === 'literal' || isPart(type))
    .map(({ type, value }) => (isPart(type) ? type : value.replaceAll(/[^\p{P}\s]/gu, '')));
  const order = parts.filter(isPart);
  const write = (texts: Record<Part, string>) =>
    parts
      .map((part) => (isPart(part) ? texts[part] : part))
      .join('')
      .trim();
  return {
    pattern: write(placeholders),
    format: (iso) => {
      const [, year, month, day] = isoPattern.exec(iso) ?? [];
      return year && month && day ? write({ year, month, day }) : iso;
    },
    parse: (text) => {
      const numbers = text.split(/\D+/).filter(Boolean);
      if (numbers.length !== 3) return null;
      const isIso = numbers[0]?.length === 4;
      const [year, month, day] = (['year', 'month', 'day'] as const).map(
        (part, index) => numbers[isIso ? index : order.indexOf(part)] ?? '',
      );
      return isoDate(year ?? '', month ?? '', day ?? '');
    },
  };
}

/** The format of the person at this browser. */
export const ownDateFormat: DateFormat = dateFormatOf(
  typeof navigator === 'undefined' ? [] : navigator.languages,
);

const isoPattern = /^(\d{4})-(\d{2})-(\d{2})$/;

function isoDate(year: string, month: string, day: string): string | null {
  const fullYear = year.length === 2 ? `20${year}` : year;
  const iso = `${fullYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  // A 31st of June would become the 1st of July.
  return isoPattern.test(iso) && toIso(new Date(`${iso}T00:00:00Z`)) === iso ? iso : null;
}

const toIso = (time: Date) => (Number.isNaN(time.getTime()) ? '' : time.toISOString().slice(0, 10));
