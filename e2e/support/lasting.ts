import { setTimeout as wait } from 'node:timers/promises';

/** What a check still finds after a moment: an element that moves or is replaced is looked at again. */
export async function lasting(find: () => Promise<string[]>): Promise<string[]> {
  let found = await find();
  for (const pause of [300, 1500]) {
    if (found.length === 0) return found;
    await wait(pause);
    found = await find();
  }
  return found;
}
