// @module-tag without-database
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toLexemes } from './lexemes.ts';
import { matchesQuery, parseSearchQuery } from './search-query.ts';
import { snippetOf } from './snippet.ts';
import { tokenize } from './tokenize.ts';

const tokensOf = (text: string) => [...tokenize(text)];

/** Whether a query finds a text, evaluated like the database does. */
function matches(typed: string, text: string): boolean {
  const query = parseSearchQuery(typed, []);
  return query !== undefined && matchesQuery(query, tokenize(text));
}

describe('tokenize', () => {
  it.each([
    ['Grüße, ÉCOLE!', ['grusse', 'ecole']],
    ['Ærø Łódź ΟΔΟΣ İstanbul', ['aero', 'lodz', 'οδοσ', 'istanbul']],
    ['snake_case don’t v1.2', ['snakecase', 'snake', 'case', 'dont', 'don', 't', 'v1', '2']],
    ['ﬁle Ｗｉｄｅ', ['file', 'wide']],
    ['東京都', ['東京', '京都', '都']],
    ['ガイド', ['ガイ', 'イド', 'ド']],
    ['iPhone用', ['iphone', '用']],
    ['한국어', ['한국어']],
    ['👍 -- %', []],
  ])('splits %s', (text, expected) => {
    expect(tokensOf(text)).toEqual(expected);
  });

  it('makes words findable by every prefix from two letters, ignoring case and accents', () => {
    const letter = fc.constantFrom(...'abcxyzABCäéßøÆ東京ガタイไทยдёжЁ한국0129_- '.split(''));
    fc.assert(
      fc.property(fc.string({ unit: letter, minLength: 1, maxLength: 40 }), (text) => {
        for (const [written] of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
          const letters = [...written];
          for (let length = 2; length <= letters.length; length += 1) {
            const prefix = letters.slice(0, length).join('');
            expect(matches(prefix, text), prefix).toBe(true);
            expect(matches(prefix.toUpperCase(), text), prefix.toUpperCase()).toBe(true);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('makes scripts without spaces findable by any substring', () => {
    const text = '東京都の観光案内';
    for (let from = 0; from < text.length; from += 1) {
      for (let to = from + 1; to <= text.length; to += 1)
        expect(matches(text.slice(from, to), text)).toBe(true);
    }
    expect(matches('京東', text)).toBe(false);
  });
});

describe('parseSearchQuery', () => {
  it('requires all words and treats the last one as a prefix', () => {
    expect(matches('tidal gau', 'A gauge in tidal water')).toBe(true);
    expect(matches('tid gauge', 'A gauge in tidal water')).toBe(false);
    expect(matches('tidal river', 'A gauge in tidal water')).toBe(false);
  });

  it('ignores punctuation', () => {
    expect(parseSearchQuery(String.raw`a & b | !c <-> 'd' \ %`, [])?.match).toBe("'a' & 'b' & 'c' & 'd':*");
    expect(parseSearchQuery(String.raw`!&|()<->:*'"\%_`, [])).toBeUndefined();
    expect(parseSearchQuery('👍', [])).toBeUndefined();
  });
});

describe('toLexemes', () => {
  it('adds positions and weights to words', () => {
    const texts = [
      { text: 'River levels', weight: 'A' as const },
      { text: 'the river', weight: 'D' as const },
    ];
    expect(toLexemes(texts, [])).toBe("'river':1A,4D 'levels':2A 'the':3D");
    expect(toLexemes(texts, ['en'])).toBe(
      "'river':1A,7D '~enriver':2A,8D 'levels':3A '~enlevel':4A 'the':5D '~enthe':6D",
    );
  });

  it('stays below the limits of the database', () => {
    const text = Array.from({ length: 300_000 }, (_, index) => `word${index}`).join(' ');
    const lexemes = toLexemes([{ text: `${text} ${'same '.repeat(1000)}`, weight: 'D' }], ['en', 'de']);
    expect(Buffer.byteLength(lexemes)).toBeLessThan(2_000_000);
  });
});

describe('snippetOf', () => {
  const query = parseSearchQuery('needle', ['en']);
  if (!query) throw new Error('The query has no word.');

  it('leaves short texts unchanged', () => {
    expect(snippetOf('a needle in hay', query)).toBe('a needle in hay');
  });

  it('returns the text around the first match, cut between words', () => {
    const snippet = snippetOf(`${'hay '.repeat(200)}Needle ${'straw '.repeat(200)}`, query);
    expect(snippet).toMatch(/^… hay .* hay Needle straw .* straw …$/);
    expect(snippet.length).toBeLessThan(260);
  });

  it('never splits a surrogate pair', () => {
    fc.assert(
      fc.property(fc.nat(400), fc.nat(400), (before, after) => {
        const snippet = snippetOf(`${'👍'.repeat(before)}needle${'👍'.repeat(after)}`, query);
        expect(Buffer.from(snippet).toString()).toBe(snippet);
      }),
    );
  });
});
