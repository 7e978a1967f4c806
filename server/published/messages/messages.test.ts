// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { readerLanguages } from '#api/reader-languages.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en, type Messages } from './en.ts';
import {
  describeCount,
  describeTextLabel,
  directionOf,
  fillIn,
  formatDay,
  LANGUAGES,
  messagesFor,
} from './messages.ts';

it('the console knows in which languages the reader has texts', () => {
  expect(readerLanguages).toEqual(LANGUAGES);
});

const placeholders = (text: string): string[] => text.match(/\{\w+\}/g) ?? [];

describe.each([
  ['de', de],
  ['ar', ar],
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
    expect(['fr', 'not a tag', ''].map(messagesFor)).toEqual([en, en, en]);
  });

  it('format days and counts as their texts do', () => {
    const day = new Date('2026-03-12T23:30:00Z');
    expect(formatDay(day, 'en-GB')).toBe('12 March 2026');
    expect(formatDay(day, 'de')).toBe('12. März 2026');
    expect(formatDay(day, 'fr')).toBe('March 12, 2026');
    expect([1, 2].map((count) => describeCount(de.resultCount, count, 'de'))).toEqual([
      '1 Ergebnis',
      '2 Ergebnisse',
    ]);
    expect(describeCount(ar.resultCount, 2, 'ar')).toBe('نتيجتان');
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
