import { readStored, writeStored } from '#src/lib/storage.ts';
import { createStore } from '#src/lib/store.ts';

const marksKey = 'visual-marks';

/** Whether this person sees the marks of the line with the caret, in this browser. */
export const showsMarks = createStore(readStored('local', marksKey) !== null);

export function setShowsMarks(isShown: boolean): void {
  writeStored('local', marksKey, isShown ? 'yes' : null);
  showsMarks.set(isShown);
}
