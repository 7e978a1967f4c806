// @module-tag without-database
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchLines } from './match-lines.ts';

const match = (before: string, after: string) => matchLines(before.split(''), after.split(''));

describe('matchLines', () => {
  it.each([
    ['abc', 'abc', [0, 1, 2]],
    ['abc', 'xabc', [1, 2, 3]],
    ['abc', 'ac', [0, -1, 1]],
    ['abc', 'axc', [0, -1, 2]],
    ['a--b--c', 'a--x--b--c', [0, 1, 2, 6, 7, 8, 9]],
    ['', 'a', []],
    ['aaaa', 'aa', [0, 1, -1, -1]],
  ])('finds the lines of %s in %s', (before, after, expected) => {
    expect(match(before, after)).toEqual(expected);
  });

  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', ''), { maxLength: 30 });

  it('matches only equal lines, in order, and each once', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const matches = matchLines(before, after);
        const matchedPositions = matches.filter((position) => position >= 0);
        expect(matchedPositions).toEqual([...new Set(matchedPositions)].toSorted((a, b) => a - b));
        for (const [line, position] of matches.entries()) {
          if (position >= 0) expect(after[position]).toBe(before[line]);
        }
      }),
    );
  });

  it('reads each line a few times only, where each match uncovers the next one', () => {
    const before: string[] = [];
    const after: string[] = [];
    for (let line = 0; line < 4000; line += 1) {
      const pair = [`Line ${line}`, `Line ${line + 1}`];
      before.push(...pair, ...(line % 2 === 0 ? ['Removed'] : []));
      after.push(...pair, ...(line % 2 === 1 ? ['Added'] : []));
    }
    let reads = 0;
    const countedLines = new Proxy(before, {
      get(lines, name) {
        reads += 1;
        return Reflect.get(lines, name);
      },
    });
    expect(matchLines(countedLines, after)[0]).toBe(0);
    expect(reads).toBeLessThan(100 * before.length);
  });

  it('takes no time for long texts', () => {
    const before = Array.from({ length: 60_000 }, (_, line) =>
      line % 3 === 0 ? '' : `Line ${line % 20_000}`,
    );
    const after = before.toSpliced(30_000, 10, 'New', 'lines');
    const start = performance.now();
    expect(matchLines(before, after).at(-1)).toBe(after.length - 1);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
