import { expect, it } from 'vitest';
import { pathsInOrder } from './paths-in-order.ts';

it('lets a thousand items exchange their paths, of which no two ever have the same', () => {
  const list = Array.from({ length: 1000 }, (_, number) => ({
    id: `item-${number}`,
    path: `path-${number}`,
  }));
  const wanted = list.map(({ id }, number) => ({ id, path: `path-${(number + 1) % 1000}` }));
  const paths = new Map(list.map(({ id, path }) => [id, path]));
  const steps = pathsInOrder(list, wanted);
  for (const { id, path } of steps) {
    expect([...paths.values()].includes(path)).toBe(false);
    paths.set(id, path);
  }
  // One is put aside first.
  expect(steps).toHaveLength(1001);
  expect([...paths].map(([id, path]) => ({ id, path }))).toEqual(wanted);
});

it('sets no path that an item has, and puts others aside', () => {
  const list = [
    { id: 'a', path: 'one' },
    { id: 'b', path: 'two' },
  ];
  expect(pathsInOrder(list, list)).toEqual([]);
  expect(pathsInOrder(list, [{ id: 'a', path: 'two' }])).toEqual([
    { id: 'b', path: 'two-1' },
    { id: 'a', path: 'two' },
  ]);
});
