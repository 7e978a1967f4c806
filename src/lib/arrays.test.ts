import { expect, it } from 'vitest';
import { mapLimit } from './arrays.ts';

it('returns results in the order of the items', async () => {
  let busy = 0;
  let maxBusy = 0;
  const results = await mapLimit([3, 1, 2, 0, 1], 2, async (turns) => {
    busy += 1;
    maxBusy = Math.max(maxBusy, busy);
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    busy -= 1;
    return turns * 10;
  });
  expect(results).toEqual([30, 10, 20, 0, 10]);
  expect(maxBusy).toBe(2);
});

it('starts nothing further after a failure', async () => {
  const started: number[] = [];
  const failing = mapLimit([1, 2, 3, 4], 1, async (item) => {
    started.push(item);
    if (item === 2) throw new Error('rejected');
  });
  await expect(failing).rejects.toThrow('rejected');
  expect(started).toEqual([1, 2]);
});

it('resolves to nothing for no items', async () => {
  expect(await mapLimit([], 4, async () => 1)).toEqual([]);
});
