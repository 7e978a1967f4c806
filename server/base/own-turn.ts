import { setImmediate as nextTurn } from 'node:timers/promises';

let last = Promise.resolve();

/**
 * Waits for a turn of the event loop that nobody else has got here: what many callers have waited for is sent to one
 * after the other, and whoever asks for something small meanwhile is answered between two of them.
 */
export function ownTurn(): Promise<void> {
  last = last.then(() => nextTurn());
  return last;
}
