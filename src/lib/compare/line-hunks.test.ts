import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { movePosition, textChanges } from './line-hunks.ts';

const texts = fc
  .array(fc.constantFrom('', 'owl', 'owls', 'a', 'b'), { maxLength: 12 })
  .map((lines) => lines.join('\n'));

const apply = (text: string, changes: ReturnType<typeof textChanges>): string =>
  changes
    .toReversed()
    .reduce((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), text);

describe('textChanges', () => {
  it('makes one text of the other', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        expect(apply(before, textChanges(before, after))).toBe(after);
      }),
    );
  });

  it('leaves equal lines alone', () => {
    expect(textChanges('a\nb\nc', 'a\nB\nc')).toEqual([{ from: 2, to: 3, insert: 'B' }]);
    expect(textChanges('a\nb', 'a\nb')).toEqual([]);
  });
});

describe('movePosition', () => {
  it('keeps the caret at its letter when lines before it change', () => {
    const [before, after] = ['one\ntwo\nthree', 'one\nand a half\ntwo\nthree'];
    const moved = movePosition(before.indexOf('three'), textChanges(before, after));
    expect(after.slice(moved)).toBe('three');
  });

  it('keeps the caret at its word when another word of its line changes', () => {
    const [before, after] = ['See [a](x.md) and owls.', 'See [a](birds/x.md) and owls.'];
    const moved = movePosition(before.indexOf('owls'), textChanges(before, after));
    expect(after.slice(moved)).toBe('owls.');
  });
});
