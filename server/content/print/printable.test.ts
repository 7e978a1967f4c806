// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { hasExtendedLetters, toPrintable, toFontRuns } from './printable.ts';

describe('toPrintable', () => {
  it.each([
    ['Über “œuvres” – 5 €…', 'Über “œuvres” – 5 €…'],
    ['ő ž ń', 'ő ž ń'],
    ['a → b ≤ c', 'a → b ≤ c'],
    ['Привет мир', 'Привет мир'],
    ['梟と鷹 owl 🦉', '(text in Japanese) owl 🦉'],
    ['猫头鹰, 올빼미', '(text in Chinese), (text in Korean)'],
    ['Done 🎉🎉!', 'Done 🎉🎉!'],
    ['👍🏽 👩‍💻 1️⃣ 🇩🇪', '👍 👩💻 1 🇩🇪'],
    ['زبان فارسی and עברית', '(text in Arabic) and (text in Hebrew)'],
    ['☀️ ᚠ ﬁ Ａ', '☀ (text in other scripts) fi A'],
    ['zero\u200bwidth\u0007', 'zerowidth'],
    ['a\tb', 'a    b'],
    ['e\u0301 q\u0303', 'é q\u0303'],
  ])('%s', (text, expected) => {
    expect(toPrintable(text)).toBe(expected);
  });
});

describe('toFontRuns', () => {
  const shapeOf = (text: string) =>
    toFontRuns(text).map((one) => (one.typeface === 'standard' ? one.text : `<${one.text}>`));

  it.each([
    ['Über “œuvres” – 5 €…', ['Über “œuvres” – 5 €…']],
    ['a → b', ['a ', '<→>', ' b']],
    ['Привет, мир! hello', ['<Привет, мир>', '! hello']],
    ['so q\u0303', ['so ', '<q\u0303>']],
    ['Done 🎉🇩🇪!', ['Done ', '<🎉>', '<🇩🇪>', '!']],
  ])('%s', (text, expected) => {
    expect(shapeOf(text)).toEqual(expected);
  });
});

describe('hasExtendedLetters', () => {
  it('distinguishes letters from symbols', () => {
    expect(['Œuvre →', 'Łódź', 'мир', 'q\u0303', ''].map(hasExtendedLetters)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });
});
