import fc from 'fast-check';
import { expect, it } from 'vitest';
import { differenceOfTexts } from './compare-specs.ts';

const lines = fc
  .array(fc.constantFrom('a', 'b', '{', '}', ''), { maxLength: 30 })
  .map((all) => all.map((line) => `${line}\n`).join(''));

it('numbers the lines and converts one text into the other', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const difference = differenceOfTexts(before, after, 5000);
      const [old, now] = [before.split('\n'), after.split('\n')];
      let balance = 0;
      for (const line of difference?.hunks.flat() ?? []) {
        if (line.before !== null) expect(old[line.before - 1]).toBe(line.text);
        if (line.after !== null) expect(now[line.after - 1]).toBe(line.text);
        balance += line.kind === 'added' ? 1 : line.kind === 'removed' ? -1 : 0;
      }
      expect(balance).toBe(now.length - old.length);
      expect(difference?.hunks.length === 0).toBe(before === after);
    }),
  );
});

it('counts changes and keeps three lines of context', () => {
  const text = Array.from({ length: 20 }, (_, index) => `line ${index}`);
  const difference = differenceOfTexts(text.join('\n'), text.with(10, 'other').join('\n'), 5000);
  expect(difference).toMatchObject({ added: 1, removed: 1 });
  expect(difference?.hunks[0]).toHaveLength(8);
});
