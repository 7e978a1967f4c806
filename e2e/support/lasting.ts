import { setTimeout as wait } from 'node:timers/promises';

/** The problems that remain after a moment: an element that moves or is replaced is checked again. */
export async function lasting(find: () => Promise<string[]>): Promise<string[]> {
  let value = await find();
  for (const pause of [300, 1500]) {
    if (value.length === 0) return value;
    await wait(pause);
    value = await find();
  }
  return value;
}
