// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { readerLanguages } from '#api/reader-languages.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en, type Messages } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import {
  describeCount,
  describeTextLabel,
  directionOf,
  fillIn,
  formatDay,
  LANGUAGES,
  messagesFor,
  textLanguage,
} from './messages.ts';
import { pt } from './pt.ts';
import { zh } from './zh.ts';

it('the console knows in which languages the reader has texts', () => {
  expect(readerLanguages).toEqual(LANGUAGES);
});

const placeholders = (text: string): string[] => text.match(/\{\w+\}/g) ?? [];

describe.each([
  ['de', de],
  ['ar', ar],
  ['es', es],
  ['fr', fr],
  ['ja', ja],
  ['ko', ko],
  ['pt', pt],
  ['zh', zh],
] as const)('the texts in %s', (language, messages: Messages) => {
  it('are complete, with the same placeholders', () => {
    expect(Object.keys(messages)).toEqual(Object.keys(en));
    for (const [key, text] of Object.entries(messages)) {
      const original = Object.entries(en).find(([name]) => name === key)?.[1];
      if (typeof text !== 'string' || typeof original !== 'string') continue;
      expect(text.trim(), key).not.toBe('');
      expect(placeholders(text), key).toEqual(placeholders(original));
    }
  });

  it('have every plural form of the language', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const plurals = Object.values(messages).filter((text) => typeof text !== 'string');
    expect(plurals.map((forms) => pluralCategories.filter((form) => !(form in forms)))).toEqual([[], [], []]);
  });
});

describe('languages', () => {
  it('fall back to English', () => {
    expect(messagesFor('de-CH')).toBe(de);
    expect(['nl', 'not a tag', ''].map(messagesFor)).toEqual([en, en, en]);
  });

  it('of regions have the texts of the language in its usual script', () => {
    expect(['pt-BR', 'pt-PT', 'fr-CA', 'es-419', 'zh-CN', 'zh-Hans-HK', 'zh'].map(textLanguage)).toEqual([
      ...['pt', 'pt', 'fr', 'es', 'zh', 'zh', 'zh'],
    ]);
    expect(['zh-TW', 'zh-HK', 'zh-Hant'].map(textLanguage)).toEqual(['en', 'en', 'en']);
    expect(formatDay(new Date('2026-03-12'), 'zh-TW')).toBe('March 12, 2026');
  });

  it('format days and counts as their texts do', () => {
    const day = new Date('2026-03-12T23:30:00Z');
    expect(formatDay(day, 'en-GB')).toBe('12 March 2026');
    expect(formatDay(day, 'de')).toBe('12. März 2026');
    expect(formatDay(day, 'nl')).toBe('March 12, 2026');
    expect(['fr', 'es', 'pt-BR', 'ja', 'ko', 'zh-CN'].map((language) => formatDay(day, language))).toEqual([
      ...['12 mars 2026', '12 de marzo de 2026', '12 de março de 2026', '2026年3月12日', '2026년 3월 12일'],
      '2026年3月12日',
    ]);
    expect([1, 2].map((count) => describeCount(de.resultCount, count, 'de'))).toEqual([
      '1 Ergebnis',
      '2 Ergebnisse',
    ]);
    expect(describeCount(ar.resultCount, 2, 'ar')).toBe('نتيجتان');
    expect([0, 2, 1_000_000].map((count) => describeCount(fr.resultCount, count, 'fr'))).toEqual([
      ...['0 résultat', '2 résultats', '1\u202F000\u202F000 de résultats'],
    ]);
    expect(describeCount(ko.resultCount, 1, 'ko')).toBe('결과 1개');
  });

  it('name parts of texts', () => {
    expect(describeTextLabel({ label: 'heading', text: 'A {b}' }, 'de')).toBe('Link zu „A {b}“');
    expect(describeTextLabel({ label: 'warning' }, 'en-US')).toBe('Warning');
  });

  it('have their direction', () => {
    const rightToLeft = [
      'ar',
      'he',
      'iw',
      'fa',
      'ur',
      'ps',
      'sd',
      'yi',
      'dv',
      'ckb',
      'ug',
      'az-Arab',
      'AR-eg',
    ];
    const leftToRight = ['en', 'de', 'tr', 'ar-Latn', 'ku', 'ja', 'not a tag'];
    expect(rightToLeft.filter((tag) => directionOf(tag) === 'ltr')).toEqual([]);
    expect(leftToRight.filter((tag) => directionOf(tag) === 'rtl')).toEqual([]);
  });

  it('keep values as they are', () => {
    expect(fillIn('“{query}”', { query: '{count} $&' })).toBe('“{count} $&”');
  });
});
