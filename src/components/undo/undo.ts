import { labelLatestChange } from '#src/api/journal.ts';
import { confirm, type Confirmation } from '#src/components/confirm/confirm.ts';
import { dismissToast, toast, toastFailure, toasts } from '#src/components/toasts/toasts.ts';
import { createStore } from '#src/lib/store.ts';
import { createUndoStack, latestOn, type UndoEntry } from '#src/lib/undo-stack.ts';

type ConfirmOptions = Omit<Confirmation, 'action'> | null;

/** What is asked first; the step itself is done after the answer. Null where nothing has to be asked by now. */
type CreateConfirmation = () => ConfirmOptions | Promise<ConfirmOptions>;

/** A change that can be taken back. */
export interface UndoableChange extends UndoEntry {
  /**
   * The questions before the way back and the way forth. What a button asks about is asked about here too: a key must
   * not do in silence what a button would not.
   */
  confirmations?: { undo?: CreateConfirmation; redo?: CreateConfirmation };
}

/** Everything that was done in this tab and can be taken back. */
export const undoStack = createUndoStack<UndoableChange>();

/**
 * The address of the screen that is open, without that of a dialog over it. Keys and toolbars undo what was done there
 * and nothing else, because it is all that their user can see.
 */
export const currentScreen = createStore('');

const toastId = 'undo';

currentScreen.subscribe(() =>
  // The keys have another meaning from now on; the button still means its own change.
  toasts.set((shown) =>
    shown.map((one) =>
      one.id === toastId && one.action
        ? { ...one, action: { label: one.action.label, run: one.action.run } }
        : one,
    ),
  ),
);

/**
 * Notes that something was done, says so in a toast with an Undo button, and lets Ctrl/Cmd+Z take it back on this
 * screen. Call it after the server has accepted the change. `undo` and `redo` are ordinary changes: they refresh what
 * they touch. Where somebody may have gone elsewhere before the server answered, name the `screen` that it began on.
 *
 * @example recordUndoable({ label: 'Renamed the team to “Docs”', undo: () => rename(old), redo: () => rename(new) })
 */
export function recordUndoable(
  change: Omit<UndoableChange, 'screen'> & { screen?: string | undefined },
): void {
  const entry = { ...change, screen: change.screen ?? currentScreen.get() };
  undoStack.push(entry);
  labelLatestChange(entry);
  showUndoToast(entry, 'undo', entry.label);
}

/** A change that is sent in full, and what takes it back. */
interface ReversibleChange<Change extends object> extends Pick<UndoableChange, 'confirmations'> {
  /** What was done, in the past tense: "Changed the space “Guides”". */
  label: string;
  /** What differs; where nothing does, nothing is sent. */
  change: Change;
  inverse: Change;
  send: (change: Change) => Promise<unknown>;
}

/** Sends a change and notes how it is taken back. Rejects with what was refused. */
export async function applyUndoable<Change extends object>(options: ReversibleChange<Change>): Promise<void> {
  const { label, change, inverse, send, confirmations } = options;
  if (Object.keys(change).length === 0) return;
  const screen = currentScreen.get();
  await send(change);
  recordUndoable({
    label,
    screen,
    undo: () => send(inverse),
    redo: () => send(change),
    ...(confirmations && { confirmations }),
  });
}

/** What undo and redo wait for: the presses before, and changes on their way. It never rejects. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * Lets undo wait for a change that is on its way and not yet recorded. Without it, a quick Ctrl/Cmd+Z would take back
 * the change before.
 */
export function awaitBeforeUndo(change: Promise<unknown>): void {
  queue = Promise.allSettled([queue, change]);
}

/** Takes back the latest change of the open screen and offers to do it again; a failure is shown and not tried again. */
export function undoLast(): Promise<void> {
  return runStepOnScreen('undo');
}

/** Does again what was last taken back on the open screen. */
export function redoLast(): Promise<void> {
  return runStepOnScreen('redo');
}

/** Takes back one change, whatever was done after it and wherever that was. */
export function undoOne(entry: UndoableChange): Promise<void> {
  return enqueue(() => runStep(entry, 'undo'));
}

type Direction = 'undo' | 'redo';

function runStepOnScreen(direction: Direction): Promise<void> {
  const screen = currentScreen.get();
  return enqueue(async () => {
    const { done, undone } = undoStack.state.get();
    const entry = latestOn(direction === 'undo' ? done : undone, screen);
    if (entry) await runStep(entry, direction);
  });
}

function enqueue(act: () => Promise<void>): Promise<void> {
  const done = queue.then(act);
  queue = done;
  return done;
}

async function runStep(entry: UndoableChange, direction: Direction): Promise<void> {
  try {
    const options = await entry.confirmations?.[direction]?.();
    if (options && !(await confirm(options))) return;
    if (!(await undoStack[direction](entry))) return;
    if (direction === 'undo') showUndoToast(entry, 'redo', `Undone: ${entry.label}`);
    else showUndoToast(entry, 'undo', `Redone: ${entry.label}`);
  } catch (error) {
    dismissToast(toastId);
    toastFailure(error);
  }
}

/** Says what was done, with a button for the opposite. */
function showUndoToast(entry: UndoableChange, direction: Direction, text: string): void {
  toast(text, {
    id: toastId,
    action: {
      label: direction === 'undo' ? 'Undo' : 'Redo',
      ...(entry.screen === currentScreen.get() && { keys: direction === 'undo' ? 'mod+z' : 'mod+shift+z' }),
      run: () => void enqueue(() => runStep(entry, direction)),
    },
  });
}
