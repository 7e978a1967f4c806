// @module-tag without-database
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeText } from './merge-text.ts';

const anyLine = fc.constantFrom('', '', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
const text = fc.array(anyLine, { maxLength: 24 }).map((lines) => lines.join('\n'));

const countOf = (line: string, lines: readonly string[]) => lines.filter((other) => other === line).length;

/** Whether lines are those of another text, in their order, without some of them. */
function isWithin(lines: readonly string[], others: readonly string[]): boolean {
  let at = 0;
  for (const other of others) if (other === lines[at]) at += 1;
  return at === lines.length;
}

describe('mergeText', () => {
  it.each([
    ['separate changes', 'a\nb\nc\nd\ne', 'A\nb\nc\nd\ne', 'a\nb\nc\nd\nE', 'A\nb\nc\nd\nE'],
    ['the same on both sides', 'a\nb\nc', 'a\nB\nc', 'a\nB\nc', 'a\nB\nc'],
    ['removed by one, added by the other', 'a\nb\nc\nd', 'b\nc\nd', 'a\nb\nc\nd\ne', 'b\nc\nd\ne'],
    ['different on the same line', 'a\nb\nc', 'a\nB\nc', 'a\nX\nc', undefined],
    ['removed by one, changed by the other', 'a\nb\nc', 'a\nc', 'a\nX\nc', undefined],
    ['different additions at one position', 'a\nb', 'a\nx\nb', 'a\ny\nb', undefined],
    ['lines that one side has not at all', 'c\nc\nc\na\n', 'b\na\n', 'b\na\na\nw\n', 'b\na\na\nw\n'],
    ['an addition beside the last end of a line', 'd\n\n', 'a\n\n\ny\n', 'a\n\nz\n', undefined],
  ])('%s', (_, base, ours, theirs, expected) => {
    expect(mergeText(base, ours, theirs)).toBe(expected);
  });

  it('returns the changed version if the other is unchanged', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(mergeText(base, base, changed)).toBe(changed);
        expect(mergeText(base, changed, base)).toBe(changed);
        expect(mergeText(base, changed, changed)).toBe(changed);
      }),
    );
  });

  it('returns the same if the sides are swapped', () => {
    fc.assert(
      fc.property(text, text, text, (base, ours, theirs) => {
        expect(mergeText(base, theirs, ours)).toBe(mergeText(base, ours, theirs));
      }),
      { numRuns: 1000 },
    );
  });

  it('loses no line', () => {
    fc.assert(
      fc.property(text, text, text, (base, ours, theirs) => {
        const merged = mergeText(base, ours, theirs);
        if (merged === undefined) return;
        const [baseLines, mergedLines] = [base.split('\n'), merged.split('\n')];
        const sides = [ours.split('\n'), theirs.split('\n')];
        for (const line of new Set(sides.flat())) {
          const inBase = countOf(line, baseLines);
          const edits = sides.map((lines) => {
            const count = countOf(line, lines);
            // A side that both adds and removes lines may have moved each of these.
            const removed = isWithin(baseLines, lines)
              ? 0
              : isWithin(lines, baseLines)
                ? inBase - count
                : inBase;
            return { removed, added: count - inBase + removed };
          });
          const removed = edits.reduce((sum, edit) => sum + edit.removed, 0);
          const added = Math.max(...edits.map((edit) => edit.added));
          expect(countOf(line, mergedLines)).toBeGreaterThanOrEqual(inBase - removed + added);
        }
      }),
      { numRuns: 1000, examples: [['\ng', '\ng\n', 'g\n']] },
    );
  });

  it('merges edits of different paragraphs', () => {
    const paragraphs = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 3, maxLength: 20 });
    fc.assert(
      fc.property(paragraphs, (owners) => {
        const write = (editor: number[]) =>
          owners
            .map((owner, at) => (editor.includes(owner) ? `changed ${at} by ${owner}` : `paragraph ${at}`))
            .flatMap((paragraph, at) => [paragraph, '', `rule ${at}`, ''])
            .join('\n');
        expect(mergeText(write([]), write([1]), write([2]))).toBe(write([1, 2]));
      }),
    );
  });

  it('compares a page of 5,000 lines in hunks', () => {
    const lines = Array.from({ length: 5000 }, (_, at) => (at % 2 === 0 ? `Line ${at}` : ''));
    const edited = (step: number, word: string) =>
      lines.map((one, at) => (at % step === 0 && one !== '' ? `${word} ${at}` : one)).join('\n');
    // The whole texts would exceed the limit of a comparison.
    const merged = mergeText(lines.join('\n'), edited(14, 'Ours'), lines.concat('The end').join('\n'));
    expect(merged).toContain('The end');
    expect(merged?.match(/Ours/g)).toHaveLength(358);
  });

  it('compares equal lines up to a limit, beyond which they conflict', () => {
    const same = (count: number) => 'x\n'.repeat(count);
    const merge = (count: number) => mergeText(same(count), `a\n${same(count)}`, `${same(count)}b`);
    expect(merge(100)).toBe(`a\n${same(100)}b`);
    expect(merge(2000)).toBeUndefined();
    expect(merge(100_000)).toBeUndefined();
  });
});
