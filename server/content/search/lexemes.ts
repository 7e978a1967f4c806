import { wordsOf } from './words.ts';

/** A text with what it counts: A titles, B headings, C descriptions, D the rest. */
export interface WeightedText {
  text: string;
  weight: 'A' | 'B' | 'C' | 'D';
}

/** The database takes a megabyte of words per row; positions are counted with their words. */
const MOST_BYTES = 900_000;
/** Highest position that the database knows. */
const LAST_POSITION = 16_383;
/** More places of one word say nothing more about the page. */
const MOST_PLACES = 12;

/** The words of texts, in the order of their importance, as the database reads a tsvector. */
export function toLexemes(texts: readonly WeightedText[]): string {
  const places = new Map<string, string[]>();
  let bytes = 0;
  let position = 0;
  for (const { text, weight } of texts) {
    for (const word of wordsOf(text)) {
      position += 1;
      const known = places.get(word);
      if (known && known.length >= MOST_PLACES) continue;
      bytes += known ? 2 : Buffer.byteLength(word) + 6;
      if (bytes > MOST_BYTES) return writeLexemes(places);
      const place = `${Math.min(position, LAST_POSITION)}${weight}`;
      if (known) known.push(place);
      else places.set(word, [place]);
    }
  }
  return writeLexemes(places);
}

function writeLexemes(places: ReadonlyMap<string, readonly string[]>): string {
  return [...places].map(([word, at]) => `'${word}':${at.join(',')}`).join(' ');
}
