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

describe('comparing what is published with what is edited', () => {
  it('finds nothing between equals', () => {
    expect(compareStructures([entry('a'), entry('b')], [entry('a'), entry('b')])).toEqual([]);
  });

  it('finds what is missing on either side and what differs', () => {
    const published = [entry('a'), entry('b'), entry('c')];
    const edited = [entry('b', { path: 'x', parent: 'g' }), entry('c'), entry('d')];
    expect(compareStructures(published, edited).map(({ title, says }) => `${title}: ${says}`)).toEqual([
      'A: Published, and no longer in the structure.',
      'B: Another path, place in the structure.',
      'D: In the structure, and not published.',
    ]);
  });

  it('finds another order', () => {
    expect(compareStructures([entry('a'), entry('b')], [entry('b'), entry('a')])).toMatchObject([
      { title: 'Order' },
    ]);
  });
});
