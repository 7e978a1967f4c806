import { EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toEditedText, toStoredText } from './stored-text.ts';

/** What the field makes of a text that nobody touches. */
const openAndSave = (stored: string): string =>
  toStoredText(EditorState.create({ doc: toEditedText(stored) }).doc.toString(), stored);

const lines = fc.constantFrom(
  '',
  ' ',
  '\t',
  'owl',
  'two owls  ',
  '\ttab',
  '# Owls',
  '\uFEFF',
  'été',
  '梟',
  '```',
);
const ends = fc.constantFrom('\n', '\r\n', '\r');
/** Texts with ends of lines of one kind, mixed ends, blanks at the ends, tabs and byte order marks. */
const texts = fc.oneof(
  fc.array(fc.tuple(lines, ends), { maxLength: 30 }).map((parts) => parts.flat().join('')),
  fc.tuple(fc.array(lines, { maxLength: 30 }), ends).map(([parts, end]) => parts.join(end)),
  fc.string({ unit: 'grapheme' }),
);

describe('a text that is opened and saved', () => {
  it('has the same bytes', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(openAndSave(text)).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  it('has the same bytes for every page of the demonstration', () => {
    const folder = 'server/database/seed';
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => join(folder, file));
    expect(files.length).toBeGreaterThan(50);
    for (const file of files) {
      const text = readFileSync(file, 'utf8');
      expect(openAndSave(text)).toBe(text);
      expect(openAndSave(text.replaceAll('\n', '\r\n'))).toBe(text.replaceAll('\n', '\r\n'));
    }
  });

  it('keeps the ends of all lines but those that were typed', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            lines.filter((line) => line !== ''),
            ends,
          ),
          { minLength: 1, maxLength: 20 },
        ),
        fc.nat(),
        (parts, seed) => {
          const at = seed % parts.length;
          const stored = parts.flat().join('');
          const before = toEditedText(stored).split('\n');
          const typed = before.map((line, index) => (index === at ? `${line} typed` : line)).join('\n');
          const after = toStoredText(typed, stored);
          expect(toEditedText(after)).toBe(typed);
          const endsOf = (text: string) => text.match(/\r\n?|\n/g) ?? [];
          const [old, next] = [endsOf(stored), endsOf(after)];
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
