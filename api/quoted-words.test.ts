// @module-tag without-database
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findWords, quoteWords, countWords } from './quoted-words.ts';

/** The words between the brackets of a text, and the text without the brackets. */
function marked(text: string) {
  const [from, to] = [text.indexOf('['), text.indexOf(']') - 1];
  return { text: text.replaceAll(/[[\]]/g, ''), range: { from, to } };
}

/** Where the words in brackets are after an edit, in brackets; undefined if they are gone. */
function follow(before: string, after: string): string | undefined {
  const { text, range } = marked(before);
  const quote = quoteWords(text, range);
  if (!quote) return undefined;
  const place = findWords(after, quote, countWords(text, quote.text) === 1);
  return place && `${after.slice(0, place.from)}[${quote.text}]${after.slice(place.to)}`;
}

/** Whether a text has no half of a character. */
const isWhole = (text = ''): boolean => !/\p{Surrogate}/u.test(text);

const far = 'The keeper writes down each hour of the night in the book of the tower. ';

describe('words', () => {
  it.each([
    ['text before them', 'Trim [the wick].', 'Each evening, trim [the wick].'],
    ['text after them', 'Trim [the wick].', 'Trim [the wick] and fill the lamp.'],
    ['text on both sides', 'Trim [the wick].', 'Cut [the wick] now'],
    ['a line before them', '# Lamps\n\nTrim [the wick].', '# Oil lamps\n\nNew.\n\nTrim [the wick].'],
    ['the second of two equal ones', `The lamp. ${far}Fill [lamp] one.`, `A lamp. ${far}Fill [lamp] one.`],
    ['equal words added before them', `${far}Fill the [lamp] first.`, `A lamp. ${far}Fill the [lamp] first.`],
    ['another script', 'المصباح [قديم] جدا', 'هذا المصباح [قديم] جدا'],
    ['Japanese', '灯台の[ランプ]を磨く。', '毎晩、灯台の[ランプ]を磨く。'],
    ['characters of two units', '🌊🌊 [🔦] 🌊', '🌊 new 🌊🌊 [🔦] 🌊'],
    ['marks within them', 'Trim [**the** _wick_] well.', 'Then trim [**the** _wick_] well.'],
    ['several blocks', 'One [two.\n\nThree] four.', 'Zero.\n\nOne [two.\n\nThree] and four.'],
  ])('are where they were after an edit of %s', (_, before, after) => {
    expect(follow(before, after.replaceAll(/[[\]]/g, ''))).toBe(after);
  });

  it.each([
    ['inside of them', 'Trim [the wick].', 'Trim the long wick.'],
    ['that removes them', 'Trim [the wick].', 'Trim.'],
    ['that removes one of two equal ones', `The lamp. ${far}Fill [lamp] one.`, `The lamp. ${far}Fill one.`],
  ])('are gone after an edit %s', (_, before, after) => {
    expect(follow(before, after)).toBeUndefined();
  });

  it('are quoted without the blanks around them, in whole characters', () => {
    expect(quoteWords('a  b \n', { from: 1, to: 6 })).toEqual({ text: 'b', before: 'a  ', after: ' \n' });
    expect(quoteWords('x🔦y', { from: 2, to: 4 })).toEqual({ text: '🔦y', before: 'x', after: '' });
    expect(quoteWords('x🔦y', { from: 0, to: 2 })).toEqual({ text: 'x🔦', before: '', after: 'y' });
    expect(quoteWords(' \n ', { from: 0, to: 3 })).toBeUndefined();
    expect(quoteWords('a', { from: 1, to: 1 })).toBeUndefined();
    const waves = '🌊'.repeat(100);
    const around = quoteWords(`${waves}a${waves}b`, { from: 200, to: 201 });
    expect([isWhole(around?.before), isWhole(around?.after)]).toEqual([true, true]);
  });

  it('that occur very often are found by all around them only', () => {
    const many = 'a'.repeat(30_000);
    const quote = { text: 'a', before: '', after: '' };
    expect(findWords(many, quote, false)).toEqual({ from: 0, to: 1 });
    expect(findWords(many, { ...quote, before: 'b' }, false)).toBeUndefined();
  });
});

describe('words in near repetitions', () => {
  const near = (times: number) => `${'ab'.repeat(999)}ax`.repeat(times);
  const words = `${'ab'.repeat(999)}ab`;

  it('are found by what stands around them', () => {
    const text = `${near(5)}(${words})${near(5)}`;
    const from = near(5).length + 1;
    const quote = quoteWords(text, { from, to: from + words.length });
    expect(quote && findWords(`New. ${text}`, quote, false)).toEqual({
      from: from + 5,
      to: from + 5 + words.length,
    });
  });

  it('are not found where they are not', () => {
    expect(findWords(near(500), { text: words, before: 'x', after: 'y' }, false)).toBeUndefined();
  });
});

const texts = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '*', '🌊', 'é', '字'), maxLength: 200 });

describe('words of any text', () => {
  it('are found in the text that they were quoted from', () => {
    fc.assert(
      fc.property(texts, fc.nat(200), fc.nat(200), (text, a, b) => {
        const quote = quoteWords(text, { from: Math.min(a, b), to: Math.max(a, b) });
        if (!quote) return;
        const place = findWords(text, quote, false);
        expect(place && text.slice(place.from, place.to)).toBe(quote.text);
        expect(isWhole(quote.text)).toBe(true);
        expect(place && quoteWords(text, place)).toEqual(quote);
      }),
    );
  });

  it('that are unique follow any edit outside of them, and are never said to be elsewhere', () => {
    fc.assert(
      fc.property(texts, texts, texts, texts, (before, after, newBefore, newAfter) => {
        const words = 'the lamp';
        const text = `${before}${words}${after}`;
        const quote = quoteWords(text, { from: before.length, to: before.length + words.length });
        const place = quote && findWords(`${newBefore}${words}${newAfter}`, quote, true);
        expect(place).toEqual({ from: newBefore.length, to: newBefore.length + words.length });
        expect(quote && findWords(newBefore + newAfter, quote, true)).toBeUndefined();
      }),
    );
  });

  it('are the same of equal ones', () => {
    fc.assert(
      fc.property(texts, texts, texts, texts, (start, end, added, newEnd) => {
        const before = `${start}1 word 1${end}2 `;
        const quote = quoteWords(`${before}word 2`, { from: before.length, to: before.length + 4 });
        const place = quote && findWords(`${added}${before}word 2${newEnd}`, quote, false);
        expect(place?.from).toBe(added.length + before.length);
      }),
    );
  });
});
