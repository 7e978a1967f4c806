import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nestQuotes } from './nest-quotes.ts';

test('quotes within quotes are single, and double again within those', () => {
  expect(nestQuotes('Merge “Change “Oil”” into Lamps?')).toBe('Merge “Change ‘Oil’” into Lamps?');
  expect(nestQuotes('Merged “Undo “Change “Oil”””')).toBe('Merged “Undo ‘Change “Oil”’”');
  expect(nestQuotes('Undo “Renamed team “A” to “B””?')).toBe('Undo “Renamed team ‘A’ to ‘B’”?');
});

test('quotes side by side stay double', () => {
  expect(nestQuotes('“Edge” for “Anonymous visitor”')).toBe('“Edge” for “Anonymous visitor”');
});

test('a name with half a pair of quotes leaves the text unchanged', () => {
  for (const text of ['Delete team “5” pipes”?', 'Delete team “Say “ah”?', '” and “'])
    expect(nestQuotes(text)).toBe(text);
});

test('nothing but quotes ever changes', () => {
  const withoutQuotes = (text: string) => text.replace(/[“”‘’]/g, '.');
  const texts = fc.string({ unit: fc.constantFrom('“', '”', 'a', ' ') });
  fc.assert(
    fc.property(texts, (text) => {
      expect(withoutQuotes(nestQuotes(text))).toBe(withoutQuotes(text));
    }),
  );
});
