import { beforeEach, describe, expect, it } from 'vitest';
import { holdUndo, recordUndoable, undoLast, undoStack } from './undo.ts';

/** An entry that notes when it is undone; `later` is waited for first. */
function entry(label: string, log: string[], later: Promise<unknown> = Promise.resolve()) {
  return {
    label,
    undo: async () => {
      await later;
      log.push(label);
    },
    redo: () => Promise.resolve(),
  };
}

/** A promise that is kept when the test says so. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('undoLast', () => {
  beforeEach(() => undoStack.clear());

  it('takes back one change for each press, however quick they are', async () => {
    const log: string[] = [];
    const slow = gate();
    recordUndoable(entry('first', log));
    recordUndoable(entry('second', log, slow.opened));
    const presses = [undoLast(), undoLast()];
    slow.open();
    await Promise.all(presses);
    expect(log).toEqual(['second', 'first']);
  });

  it('waits for a change on its way, so that it takes back that one', async () => {
    const log: string[] = [];
    const sending = gate();
    recordUndoable(entry('before', log));
    holdUndo(sending.opened.then(() => recordUndoable(entry('just now', log))));
    const press = undoLast();
    sending.open();
    await press;
    expect(log).toEqual(['just now']);
  });
});
