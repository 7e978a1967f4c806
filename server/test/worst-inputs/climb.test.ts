// @module-tag without-database
import { expect, it } from 'vitest';
import { climb } from './climb.ts';

it('finds what costs most, the same again for a seed, and never less than what it began with', async () => {
  const measure = async ([a = 0, b = 0]: readonly number[]) => 1 + a * (1 - b);
  const search = (seed: number, start?: number[]) => climb({ seed, length: 2, start, tries: 300, measure });
  const result = await search(1);
  expect(result.cost).toBeGreaterThan(1.8);
  expect(await search(1)).toEqual(result);
  expect((await search(2, [0.999, 0])).cost).toBeGreaterThanOrEqual(1.999);
});
