import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stem as english } from 'porter2';

interface Stemmer {
  script: 'Latin' | 'Cyrillic' | 'Greek' | 'Arabic';
  /** Takes a word in lower case with its accents. */
  stem: (word: string) => string;
}

/** By ISO 639-1. */
const stemmers = {
  ar: { script: 'Arabic', stem: arabic },
  da: { script: 'Latin', stem: danish },
  de: { script: 'Latin', stem: german },
  el: { script: 'Greek', stem: greek },
  en: { script: 'Latin', stem: english },
  es: { script: 'Latin', stem: spanish },
  fi: { script: 'Latin', stem: finnish },
  fr: { script: 'Latin', stem: french },
  hu: { script: 'Latin', stem: hungarian },
  it: { script: 'Latin', stem: italian },
  nb: { script: 'Latin', stem: norwegian },
  nl: { script: 'Latin', stem: dutch },
  pt: { script: 'Latin', stem: portuguese },
  ro: { script: 'Latin', stem: romanian },
  ru: { script: 'Cyrillic', stem: russian },
  sv: { script: 'Latin', stem: swedish },
  tr: { script: 'Latin', stem: turkish },
} satisfies Record<string, Stemmer>;

/** A language whose words have stems. */
export type StemLanguage = keyof typeof stemmers;

export const stemLanguages = Object.keys(stemmers).filter(isStemLanguage);

/** For texts in a script of which no language is named. */
const languageOfScript: Readonly<Record<Stemmer['script'], StemLanguage>> = {
  Latin: 'en',
  Cyrillic: 'ru',
  Greek: 'el',
  Arabic: 'ar',
};

const scripts: readonly (readonly [Stemmer['script'], RegExp])[] = [
  ['Latin', /^[\p{Script=Latin}\p{M}]+$/u],
  ['Cyrillic', /^[\p{Script=Cyrillic}\p{M}]+$/u],
  ['Greek', /^[\p{Script=Greek}\p{M}]+$/u],
  ['Arabic', /^[\p{Script=Arabic}\p{M}]+$/u],
];

/** A single letter has no ending. */
const MIN_LENGTH = 2;
const MAX_LENGTH = 64;
/** Texts repeat their words. */
const MAX_CACHED_STEMS = 50_000;

const cachedStems = new Map<string, string>();

export function isStemLanguage(code: string): code is StemLanguage {
  return Object.hasOwn(stemmers, code);
}

/**
 * The languages to stem texts in, for languages as BCP 47 tags: one for each script at least, because texts in other
 * languages quote English words, and a text in Russian has endings even where no site says that it is.
 */
export function toStemLanguages(tags: readonly string[]): StemLanguage[] {
  const codes = tags.flatMap((tag) => {
    const [language = ''] = tag.toLowerCase().split('-');
    const code = language === 'no' || language === 'nn' ? 'nb' : language;
    return isStemLanguage(code) ? [code] : [];
  });
  const takenScripts = new Set(codes.map((code) => stemmers[code].script));
  const others = scripts.flatMap(([script]) => (takenScripts.has(script) ? [] : [languageOfScript[script]]));
  return [...new Set([...codes, ...others])].toSorted();
}

/** Those of texts of which no language is known. */
export const defaultStemLanguages = toStemLanguages([]);

/** The stems of a word in those languages that have its script, each after the code of its language. */
export function stemsOf(word: string, languages: readonly StemLanguage[]): string[] {
  if (languages.length === 0 || word.length < MIN_LENGTH || word.length > MAX_LENGTH) return [];
  const script = scripts.find(([, letters]) => letters.test(word))?.[0];
  return languages.flatMap((code) => (stemmers[code].script === script ? [stemOf(word, code)] : []));
}

function stemOf(word: string, code: StemLanguage): string {
  const key = code + word;
  const cachedStem = cachedStems.get(key);
  if (cachedStem !== undefined) return cachedStem;
  if (cachedStems.size >= MAX_CACHED_STEMS) cachedStems.clear();
  const stem = code + stemmers[code].stem(word);
  cachedStems.set(key, stem);
  return stem;
}
