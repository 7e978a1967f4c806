/**
 * Stored and edited texts. Fields know one kind of line end; the stored text keeps each line's own, or a page
 * whose lines end with `\r\n` would differ in every line after one typed word.
 */
import { lineHunks } from '#src/lib/compare/line-hunks.ts';

/** The text for a field: all lines end with `\n`. */
export const toEditedText = (stored: string): string => stored.replace(/\r\n?/g, '\n');

/** The text to store. Lines that are in `stored` keep their ends; others get the end that most lines have. */
export function toStoredText(edited: string, stored: string): string {
  const ends = stored.match(/\r\n?|\n/g) ?? [];
  const usual = mostFrequent(ends);
  if (new Set(ends).size <= 1) return usual === '\n' ? edited : edited.replaceAll('\n', usual);
  const before = toEditedText(stored).split('\n');
  const after = edited.split('\n');
  const lineEnds = [...ends, ''];
  // Backwards, so that earlier positions stay valid.
  for (const { from, to, lines } of lineHunks(before, after).toReversed())
    lineEnds.splice(from, to - from, ...lines.map(() => usual));
  return after
    .map((line, index) => (index === after.length - 1 ? line : line + (lineEnds[index] || usual)))
    .join('');
}

function mostFrequent(ends: readonly string[]): string {
  const counts = new Map<string, number>([['\n', 0]]);
  for (const end of ends) counts.set(end, (counts.get(end) ?? 0) + 1);
  return [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most))[0];
}
