import { describe, expect, it } from 'vitest';
import { compareStructures, type Entry } from './compare-structures.ts';

const entry = (id: string, more: Partial<Entry> = {}): Entry => ({
  id,
  kind: 'section',
  title: id.toUpperCase(),
  path: id,
  condition: null,
  parent: null,
  url: null,
  ...more,
});

describe('compareStructures', () => {
  it('finds no differences between equal structures', () => {
    expect(compareStructures([entry('a'), entry('b')], [entry('a'), entry('b')])).toEqual([]);
  });

  it('finds missing and changed items', () => {
    const published = [entry('a'), entry('b'), entry('c')];
    const edited = [entry('b', { path: 'x', parent: 'g' }), entry('c'), entry('d')];
    expect(
      compareStructures(published, edited).map(({ title, description }) => `${title}: ${description}`),
    ).toEqual([
      'A: Published, but no longer in the structure.',
      'B: Changed in the structure: path, position.',
      'D: In the structure, but not published.',
    ]);
  });

  it('finds a different order', () => {
    expect(compareStructures([entry('a'), entry('b')], [entry('b'), entry('a')])).toMatchObject([
      { title: 'Order' },
    ]);
  });
});
