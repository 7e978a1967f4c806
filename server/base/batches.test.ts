// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { batchesOf } from './batches.ts';

describe('batches', () => {
  it('have at most so many items, in their order', () => {
    expect([...batchesOf(['a', 'b', 'c', 'd', 'e'], { count: 2 })]).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect([...batchesOf([], { count: 2 })]).toEqual([]);
  });

  it('have at most such a size, unless one item is larger', () => {
    const batches = batchesOf([3, 1, 1, 9, 4, 1], { size: 5, sizeOf: (item) => item });
    expect([...batches]).toEqual([[3, 1, 1], [9], [4, 1]]);
  });
});
