// @module-tag without-database
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followLines, replaceLines } from './follow-lines.ts';

const at = (startLine: number, endLine = startLine) => ({ startLine, endLine });

describe('lines of a text', () => {
  it.each([
    ['stay where nothing changed', 'a\nb\nc', 'a\nb\nc', at(2), at(2)],
    ['move with what is added above', 'a\nb\nc', 'x\ny\na\nb\nc', at(2, 3), at(4, 5)],
    ['follow where they are moved', 'a\nb\nc\nd', 'd\nb\nc\na', at(2, 3), at(2, 3)],
    ['are gone with one of them', 'a\nb\nc', 'a\nB\nc', at(2, 3), undefined],
    ['are gone with a line between them', 'a\nb\nc', 'a\nb\nx\nc', at(2, 3), undefined],
    ['are told from equal ones by what is around', 'a\n-\nb\n-\nc', 'x\na\n-\nb\n-\nc', at(4), at(5)],
    ['are gone where only an equal one stays', 'a\n-\nb\n-\nc', 'a\n-\nb\nc', at(4), undefined],
  ])('%s', (_, before, after, range, expected) => {
    expect(followLines(before, after, range)).toEqual(expected);
  });

  it('are found where they stand only once, however the text repeats itself', () => {
    const text = fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 30 });
    const positionsOf = (lines: string[], wanted: string[]) =>
      lines.flatMap((_, start) =>
        wanted.every((line, index) => lines[start + index] === line) ? [start] : [],
      );
    fc.assert(
      fc.property(text, text, fc.nat(29), fc.nat(9), (before, after, from, more) => {
        const start = Math.min(from, before.length - 1);
        const lines = before.slice(start, start + more + 1);
        const [position, ...others] = positionsOf(after, lines);
        fc.pre(position !== undefined && others.length === 0 && positionsOf(before, lines).length === 1);
        expect(followLines(before.join('\n'), after.join('\n'), at(start + 1, start + lines.length))).toEqual(
          at(position + 1, position + lines.length),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('are the same lines, wherever they are found', () => {
    const line = fc.constantFrom('a', 'b', 'c', '', '- d');
    const text = fc.array(line, { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(text, text, fc.nat(19), fc.nat(4), (before, after, start, more) => {
        const range = at(
          Math.min(start, before.length - 1) + 1,
          Math.min(start + more, before.length - 1) + 1,
        );
        const newRange = followLines(before.join('\n'), after.join('\n'), range);
        if (!newRange) return;
        expect(after.slice(newRange.startLine - 1, newRange.endLine)).toEqual(
          before.slice(range.startLine - 1, range.endLine),
        );
      }),
    );
  });

  it.each([
    ['one', 'a\nb\nc\n', [{ range: at(2), replacement: 'B' }], 'a\nB\nc\n'],
    [
      'several, whatever their lengths',
      'a\nb\nc\nd\n',
      [
        { range: at(1), replacement: 'x\ny\n' },
        { range: at(3, 4), replacement: 'z' },
      ],
      'x\ny\nb\nz\n',
    ],
    ['by nothing', 'a\nb\nc\n', [{ range: at(2), replacement: '' }], 'a\nc\n'],
    ['by a blank line', 'a\nb\nc\n', [{ range: at(2), replacement: '\n' }], 'a\n\nc\n'],
    [
      'with the line ends of the text',
      'a\r\nb\r\n',
      [{ range: at(1), replacement: 'x\ny' }],
      'x\r\ny\r\nb\r\n',
    ],
  ])('are replaced: %s', (_, text, replacements, expected) => {
    expect(replaceLines(text, replacements)).toBe(expected);
  });
});
