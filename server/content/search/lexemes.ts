import type { StemLanguage } from './stems.ts';
import { tokenize } from './tokenize.ts';

/** A text with its weight: A titles, B headings, C descriptions, D the rest. */
interface WeightedText {
  text: string;
  weight: 'A' | 'B' | 'C' | 'D';
}

/** PostgreSQL allows a megabyte of lexemes per row; positions count too. */
const MAX_BYTES = 900_000;
/** The highest position that PostgreSQL stores. */
const MAX_POSITION = 16_383;
/** More positions of one word do not improve the ranking. */
const MAX_POSITIONS_PER_WORD = 12;

/** The lexemes of texts, most important first, in tsvector syntax. */
export function toLexemes(texts: readonly WeightedText[], languages: readonly StemLanguage[]): string {
  const positions = new Map<string, string[]>();
  let bytes = 0;
  let position = 0;
  for (const { text, weight } of texts) {
    for (const word of tokenize(text, languages)) {
      position += 1;
      const lexemePositions = positions.get(word);
      if (lexemePositions && lexemePositions.length >= MAX_POSITIONS_PER_WORD) continue;
      bytes += lexemePositions ? 2 : Buffer.byteLength(word) + 6;
      if (bytes > MAX_BYTES) return formatLexemes(positions);
      const lexemePosition = `${Math.min(position, MAX_POSITION)}${weight}`;
      if (lexemePositions) lexemePositions.push(lexemePosition);
      else positions.set(word, [lexemePosition]);
    }
  }
  return formatLexemes(positions);
}

function formatLexemes(positions: ReadonlyMap<string, readonly string[]>): string {
  return [...positions].map(([word, at]) => `'${word}':${at.join(',')}`).join(' ');
}
