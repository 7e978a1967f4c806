import { nameLatestChange } from '#src/api/journal.ts';
import { createUndoStack, type UndoEntry } from '#src/lib/undo-stack.ts';
import { dismissToast, toast, toastFailure } from '#src/components/toasts/toasts.ts';

/** Everything that was done in this tab and can be taken back. */
export const undoStack = createUndoStack();

const toastId = 'undo';

/**
 * Notes that something was done, says so in a toast with an Undo button, and lets Ctrl/Cmd+Z take it back. Call it
 * after the server has accepted the change. `undo` and `redo` are ordinary changes: they refresh what they touch.
 *
 * @example recordUndoable({ label: 'Renamed the team to “Docs”', undo: () => rename(old), redo: () => rename(new) })
 */
export function recordUndoable(entry: UndoEntry): void {
  undoStack.push(entry);
  nameLatestChange(entry);
  toast(entry.label, { id: toastId, action: { label: 'Undo', keys: 'mod+z', run: () => void undoLast() } });
}

/** A change that is sent in full, and what takes it back. */
interface TwoWayChange<Change extends object> {
  /** What was done, in the past tense: "Changed the space “Guides”". */
  label: string;
  /** What differs; where nothing does, nothing is sent. */
  change: Change;
  back: Change;
  send: (change: Change) => Promise<unknown>;
}

/** Sends a change and notes how it is taken back. Rejects with what was refused. */
export async function changeUndoably<Change extends object>(way: TwoWayChange<Change>): Promise<void> {
  const { label, change, back, send } = way;
  if (Object.keys(change).length === 0) return;
  await send(change);
  recordUndoable({ label, undo: () => send(back), redo: () => send(change) });
}

/** What undo and redo wait for: the presses before, and changes on their way. It never rejects. */
let line: Promise<unknown> = Promise.resolve();

/**
 * Lets undo wait for a change that is on its way and not yet recorded. Without it, a quick Ctrl/Cmd+Z would take back
 * the change before.
 */
export function holdUndo(change: Promise<unknown>): void {
  line = Promise.allSettled([line, change]);
}

/** Takes back the latest change and offers to do it again; a failure is shown and not tried again. */
export function undoLast(): Promise<void> {
  return inLine(() =>
    step(() => undoStack.undo(), 'Undone', {
      label: 'Redo',
      keys: 'mod+shift+z',
      run: () => void redoLast(),
    }),
  );
}

/** Takes back one change, whatever was done after it. @returns whether it could still be taken back */
export async function undoOne(entry: UndoEntry): Promise<boolean> {
  if (!undoStack.state.get().done.includes(entry)) return false;
  await inLine(() =>
    step(() => undoStack.undo(entry), 'Undone', {
      label: 'Redo',
      keys: 'mod+shift+z',
      run: () => void redoLast(),
    }),
  );
  return true;
}

/** Does again what was last taken back. */
export function redoLast(): Promise<void> {
  return inLine(() =>
    step(() => undoStack.redo(), 'Done again', {
      label: 'Undo',
      keys: 'mod+z',
      run: () => void undoLast(),
    }),
  );
}

function inLine(act: () => Promise<void>): Promise<void> {
  const done = line.then(act);
  line = done;
  return done;
}

async function step(
  act: () => Promise<UndoEntry | null>,
  word: string,
  action: { label: string; keys: string; run: () => void },
): Promise<void> {
  try {
    const entry = await act();
    if (entry) toast(`${word}: ${entry.label}`, { id: toastId, action });
  } catch (error) {
    dismissToast(toastId);
    toastFailure(error);
  }
}
