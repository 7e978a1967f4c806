import { expect, test } from 'vitest';
import { splitMatches } from './split-matches.ts';

/** The text with brackets around what is marked. */
const marked = (query: string, text: string) =>
  splitMatches(query, text)
    .map((part) => (part.matches ? `[${part.text}]` : part.text))
    .join('');

test('marks words that start with a word of the query, in any case', () => {
  expect(marked('bat life', 'Battery life is short, acrobats too')).toBe(
    '[Bat]tery [life] is short, acrobats too',
  );
});

test('finds accents without accents and the other way round, however they are written', () => {
  expect(marked('jose', 'José and Jose\u0301')).toBe('[José] and [Jose\u0301]');
  expect(marked('ÉTÉ', 'ete')).toBe('[ete]');
  expect(marked('straße', 'Straße 1')).toBe('[Straße] 1');
});

test('marks the middle of words only if no word starts so', () => {
  expect(marked('base', 'Database')).toBe('Data[base]');
  expect(marked('base', 'Database base')).toBe('Database [base]');
});

test('leaves the text unchanged without a match or a query', () => {
  expect(marked('zebra', 'Okapi')).toBe('Okapi');
  expect(marked(' – ', 'a – b')).toBe('a – b');
  expect(splitMatches('okapi', '')).toEqual([]);
});

test('marks overlapping words once, and keeps emoji whole', () => {
  expect(marked('ok okapi', '🦓 okapi 🦓')).toBe('🦓 [okapi] 🦓');
});
