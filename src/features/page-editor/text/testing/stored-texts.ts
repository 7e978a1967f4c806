import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a person can insert. */
export { blocks } from '../text-blocks.ts';

/** Single lines, as people store them. */
export const storedLines = fc.constantFrom(
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

export const lineEnds = fc.constantFrom('\n', '\r\n', '\r');

/** Texts with ends of lines of one kind, mixed ends, blanks at the ends, tabs and byte order marks. */
export const storedTexts = fc.oneof(
  fc.array(fc.tuple(storedLines, lineEnds), { maxLength: 30 }).map((parts) => parts.flat().join('')),
  fc.tuple(fc.array(storedLines, { maxLength: 30 }), lineEnds).map(([parts, end]) => parts.join(end)),
  fc.string({ unit: 'grapheme' }),
);

/** The text of every page of the demonstration. */
export function demonstrationTexts(): string[] {
  const folder = 'server/seed';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.md'),
  );
  return files.map((file) => readFileSync(join(folder, file), 'utf8'));
}
