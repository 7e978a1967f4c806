import { setImmediate as nextTurn } from 'node:timers/promises';

let last = Promise.resolve();

/**
 * Waits for a separate turn of the event loop: responses that many callers have waited for are sent one after
 * the other, and small requests in between are answered between two of them.
 */
export function ownTurn(): Promise<void> {
  last = last.then(() => nextTurn());
  return last;
}
