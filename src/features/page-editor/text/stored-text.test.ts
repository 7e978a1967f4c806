import { EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toEditedText, toStoredText } from './stored-text.ts';
import { demonstrationTexts, lineEnds, storedLines, storedTexts } from './testing/stored-texts.ts';

/** The text after it was opened and saved without an edit. */
const openAndSave = (stored: string): string =>
  toStoredText(EditorState.create({ doc: toEditedText(stored) }).doc.toString(), stored);

describe('a text that is opened and saved', () => {
  it('has the same bytes', () => {
    fc.assert(
      fc.property(storedTexts, (text) => {
        expect(openAndSave(text)).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  it('has the same bytes for every page of the demonstration', () => {
    const demonstration = demonstrationTexts();
    expect(demonstration.length).toBeGreaterThan(50);
    for (const text of demonstration) {
      expect(openAndSave(text)).toBe(text);
      expect(openAndSave(text.replaceAll('\n', '\r\n'))).toBe(text.replaceAll('\n', '\r\n'));
    }
  });

  it('keeps the ends of all lines but those that were typed', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            storedLines.filter((line) => line !== ''),
            lineEnds,
          ),
          { minLength: 1, maxLength: 20 },
        ),
        fc.nat(),
        (parts, seed) => {
          const at = seed % parts.length;
          const storedText = parts.flat().join('');
          const before = toEditedText(storedText).split('\n');
          const typed = before.map((line, index) => (index === at ? `${line} typed` : line)).join('\n');
          const after = toStoredText(typed, storedText);
          expect(toEditedText(after)).toBe(typed);
          const endsOf = (text: string) => text.match(/\r\n?|\n/g) ?? [];
          const [old, next] = [endsOf(storedText), endsOf(after)];
          expect(next).toHaveLength(old.length);
          expect(next.filter((end, index) => index !== at && end !== old[index])).toEqual([]);
        },
      ),
    );
  });

  it('gets the usual end of its lines for a new one', () => {
    expect(toStoredText('one\nnew\ntwo\n', 'one\r\ntwo\r\n')).toBe('one\r\nnew\r\ntwo\r\n');
    expect(toStoredText('one\nnew\ntwo\nthree', 'one\r\ntwo\nthree')).toMatch(
      /^one\r\nnew(\r\n|\n)two\nthree$/,
    );
  });
});
