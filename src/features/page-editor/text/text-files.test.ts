import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeBetween, type TextChange } from '#src/lib/compare/line-hunks.ts';
import { describePicture, linkToFile, pictureAt, placeFile, placesAfter } from './text-files.ts';

const applied = (text: string, { from, to, insert }: TextChange) =>
  text.slice(0, from) + insert + text.slice(to);

describe('placeFile', () => {
  it.each<[where: string, before: string, after: string]>([
    ['in an empty text', '|', 'FILE\n'],
    ['on an empty line', 'a\n|\nb', 'a\n\nFILE\n\nb'],
    ['at the end of a paragraph', 'a|\nb', 'a\n\nFILE\n\nb'],
    ['at the end of the text', 'a|', 'a\n\nFILE\n'],
    ['at the start of a line', '|a', 'FILE\n\na'],
    ['among words', 'an |owl', 'an FILE owl'],
    ['within a word', 'ow|l', 'ow FILE l'],
    ['in a list', '- owl|\n- mouse', '- owl FILE\n- mouse'],
    ['in a table', '| owl| |\n| --- |', '| owl FILE |\n| --- |'],
  ])('puts a file %s', (_where, marked, after) => {
    const at = marked.startsWith('| owl') ? 5 : marked.indexOf('|');
    const text = marked.slice(0, at) + marked.slice(at + 1);
    expect(applied(text, placeFile(text, at, 'FILE'))).toBe(after);
  });

  it('changes nothing but blanks around the file', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\n', '|', '- ') }), fc.nat(), (text, seed) => {
        const at = seed % (text.length + 1);
        const after = applied(text, placeFile(text, at, 'FILE'));
        expect(after.replace('FILE', '').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
        expect(after.split('FILE')).toHaveLength(2);
      }),
    );
  });
});

describe('places', () => {
  const places = [1, 2, 3].map((key) => ({ key, at: 2, label: '' }));

  it('stay before what is typed at them', () => {
    expect(placesAfter(places, { from: 2, to: 2, insert: 'x' }).map(({ at }) => at)).toEqual([2, 2, 2]);
  });

  it('keep their order, whichever file arrives first', () => {
    for (const order of [
      [1, 2, 3],
      [3, 2, 1],
      [2, 3, 1],
    ]) {
      let [text, left] = ['a\n', [...places]];
      for (const key of order) {
        const place = left.find((each) => each.key === key);
        const change = placeFile(text, place?.at ?? 0, `F${key}`);
        text = applied(text, change);
        left = placesAfter(left, change, key);
      }
      expect(text.match(/\w+/g)).toEqual(['a', 'F1', 'F2', 'F3']);
    }
  });

  it('move with the text before them', () => {
    expect(placesAfter(places, { from: 0, to: 1, insert: 'xyz' })[0]?.at).toBe(4);
  });
});

it('finds the one change between two texts', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b') }),
      fc.string({ unit: fc.constantFrom('a', 'b') }),
      (before, after) => {
        expect(applied(before, changeBetween(before, after))).toBe(after);
      },
    ),
  );
  expect(changeBetween('Oil', 'More Oil')).toEqual({ from: 0, to: 0, insert: 'More ' });
});

describe('descriptions', () => {
  it('cannot end the Markdown that they stand in', () => {
    expect(pictureAt('/files/a', ' An [owl]\\\n at night ')).toBe(
      String.raw`![An \[owl\]\\ at night](/files/a)`,
    );
    expect(linkToFile('/files/a', 'x].pdf')).toBe(String.raw`[x\].pdf](/files/a)`);
  });

  it('are changed at the address of the picture', () => {
    const text = '![](/files/a) and ![old](/files/b)';
    const describe = (id: string) => describePicture(text, `/files/${id}`, 'Owl');
    expect(applied(text, describe('b') ?? { from: 0, to: 0, insert: '' })).toBe(
      '![](/files/a) and ![Owl](/files/b)',
    );
    expect(describe('c')).toBeUndefined();
    expect(describePicture('![x](/other) [y](/files/a)', '/files/a', 'Owl')).toBeUndefined();
  });
});
