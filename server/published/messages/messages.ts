import { readerLanguageOf } from '#api/reader-languages.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en, type Messages, type PluralMessage } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { pt } from './pt.ts';
import { zh } from './zh.ts';

const messagesByLanguage = new Map<string, Messages>([
  ['ar', ar],
  ['de', de],
  ['en', en],
  ['es', es],
  ['fr', fr],
  ['ja', ja],
  ['ko', ko],
  ['pt', pt],
  ['zh', zh],
]);

/** The languages that the reader has texts in. */
export const LANGUAGES: readonly string[] = [...messagesByLanguage.keys()];

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/** A language tag that is well formed; English for any other. */
function toLocale(languageTag: string): Intl.Locale {
  try {
    return new Intl.Locale(languageTag);
  } catch {
    return new Intl.Locale('en');
  }
}

/** The texts for a language tag (BCP 47); English where there are none. */
export function messagesFor(languageTag: string): Messages {
  return messagesByLanguage.get(textLanguage(languageTag)) ?? en;
}

/** The language of the texts for a language tag. */
export function textLanguage(languageTag: string): string {
  return readerLanguageOf(languageTag) ?? 'en';
}

/**
 * The tag that dates, numbers and plural forms follow: the given one, or English where the texts are English, so that
 * no sentence mixes two languages.
 */
export function formatLanguage(languageTag: string): string {
  return readerLanguageOf(languageTag) === undefined ? 'en' : toLocale(languageTag).toString();
}

/** Whether a language is written from right to left: by its script, where the tag has none by the usual one. */
export function directionOf(languageTag: string): 'ltr' | 'rtl' {
  const { script } = toLocale(languageTag).maximize();
  return script !== undefined && RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr';
}

/** A text with its values in place of `{name}`. */
export function fillIn(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

/** A text in the plural form for a number, with the number in place of `{count}`. */
export function describeCount(message: PluralMessage, count: number, languageTag: string): string {
  const language = formatLanguage(languageTag);
  const form = message[new Intl.PluralRules(language).select(count)] ?? message.other;
  return fillIn(form, { count: new Intl.NumberFormat(language).format(count) });
}

/** Names of parts of a text, which the text's HTML leaves open: it is the same in all languages. */
const textLabels = {
  info: 'calloutInfo',
  success: 'calloutSuccess',
  warning: 'calloutWarning',
  danger: 'calloutDanger',
  heading: 'linkToHeading',
  tabs: 'tabs',
  table: 'table',
  task: 'task',
  prompt: 'blockPrompt',
  response: 'blockResponse',
  pathParameters: 'apiPathParameters',
  queryParameters: 'apiQueryParameters',
  headers: 'apiHeaders',
  requestBody: 'apiBody',
  showMore: 'blockShowMore',
  back: 'backToText',
  condition: 'condition',
  missingInclude: 'missingInclude',
} as const satisfies Record<string, keyof Messages>;

/** A label of a text in the language of its page; `text` is the heading or the task that it names. */
export function describeTextLabel(
  { label, text = '' }: { label: keyof typeof textLabels; text?: string },
  languageTag: string,
): string {
  return fillIn(messagesFor(languageTag)[textLabels[label]], { title: text });
}

/** The labels of texts in the language of a page; `{title}` stands for the heading or the task. */
export function pickTextLabels(languageTag: string): Record<keyof typeof textLabels, string> {
  const messages = messagesFor(languageTag);
  return {
    info: messages[textLabels.info],
    success: messages[textLabels.success],
    warning: messages[textLabels.warning],
    danger: messages[textLabels.danger],
    heading: messages[textLabels.heading],
    tabs: messages[textLabels.tabs],
    table: messages[textLabels.table],
    task: messages[textLabels.task],
    prompt: messages[textLabels.prompt],
    response: messages[textLabels.response],
    pathParameters: messages[textLabels.pathParameters],
    queryParameters: messages[textLabels.queryParameters],
    headers: messages[textLabels.headers],
    requestBody: messages[textLabels.requestBody],
    showMore: messages[textLabels.showMore],
    back: messages[textLabels.back],
    condition: messages[textLabels.condition],
    missingInclude: messages[textLabels.missingInclude],
  };
}

/** A day in words, such as "12 March 2026". */
export function formatDay(date: Date, languageTag: string): string {
  const format = new Intl.DateTimeFormat(formatLanguage(languageTag), { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(date);
}
