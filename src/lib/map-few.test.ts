import { expect, it } from 'vitest';
import { mapFew } from './map-few.ts';

it('returns results in the order of the items', async () => {
  let busy = 0;
  let most = 0;
  const answers = await mapFew([3, 1, 2, 0, 1], 2, async (turns) => {
    busy += 1;
    most = Math.max(most, busy);
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    busy -= 1;
    return turns * 10;
  });
  expect(answers).toEqual([30, 10, 20, 0, 10]);
  expect(most).toBe(2);
});

it('starts nothing further after a failure', async () => {
  const begun: number[] = [];
  const failing = mapFew([1, 2, 3, 4], 1, async (item) => {
    begun.push(item);
    if (item === 2) throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
  expect(begun).toEqual([1, 2]);
});

it('resolves to nothing for no items', async () => {
  expect(await mapFew([], 4, async () => 1)).toEqual([]);
});
