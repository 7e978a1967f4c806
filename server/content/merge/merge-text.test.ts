// @module-tag without-database
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeText } from './merge-text.ts';

const line = fc.constantFrom('', '', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
const text = fc.array(line, { maxLength: 24 }).map((lines) => lines.join('\n'));

/** How often each line occurs in a text. */
function countLines(value: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of value.split('\n')) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

describe('mergeText', () => {
  it.each([
    ['separate changes', 'a\nb\nc\nd\ne', 'A\nb\nc\nd\ne', 'a\nb\nc\nd\nE', 'A\nb\nc\nd\nE'],
    ['the same on both sides', 'a\nb\nc', 'a\nB\nc', 'a\nB\nc', 'a\nB\nc'],
    ['removed by one, added by the other', 'a\nb\nc\nd', 'b\nc\nd', 'a\nb\nc\nd\ne', 'b\nc\nd\ne'],
    ['different on the same line', 'a\nb\nc', 'a\nB\nc', 'a\nX\nc', undefined],
    ['removed by one, changed by the other', 'a\nb\nc', 'a\nc', 'a\nX\nc', undefined],
    ['different additions at one position', 'a\nb', 'a\nx\nb', 'a\ny\nb', undefined],
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
        const [inBase, inOurs, inTheirs, inMerged] = [base, ours, theirs, merged].map(countLines);
        for (const one of new Set(`${ours}\n${theirs}`.split('\n'))) {
          const of = (counts?: Map<string, number>) => counts?.get(one) ?? 0;
          const removed = Math.max(0, of(inBase) - of(inOurs)) + Math.max(0, of(inBase) - of(inTheirs));
          const added = Math.max(of(inOurs), of(inTheirs)) - of(inBase);
          expect(of(inMerged)).toBeGreaterThanOrEqual(of(inBase) + Math.max(0, added) - removed);
        }
      }),
      { numRuns: 1000 },
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
