import { labelLatestChange } from '#src/api/log/journal.ts';
import { confirm, type Confirmation } from '#src/components/confirm/confirm.ts';
import { dismissToast, toast, toastFailure, toasts } from '#src/components/toasts/toasts.ts';
import { createStore } from '#src/lib/store.ts';
import { createUndoStack, latestOn, type UndoEntry } from '#src/lib/undo-stack.ts';

type ConfirmOptions = Omit<Confirmation, 'action'> | null;

/** The confirmation before a step; null if none is needed. */
type CreateConfirmation = () => ConfirmOptions | Promise<ConfirmOptions>;

export interface UndoableChange extends UndoEntry {
  /** What else it did, as a sentence; shown until it is undone. */
  detail?: string;
  /** Leads to what was changed; offered beside Undo until it is undone. */
  open?: { label: string; run: () => void };
  /** Confirmations before undo and redo. The shortcut of a button confirms like the button. */
  confirmations?: { undo?: CreateConfirmation; redo?: CreateConfirmation };
}

/** The undoable changes of this tab. */
export const undoStack = createUndoStack<UndoableChange>();

/**
 * The path of the current screen, without dialogs. Undo by key or toolbar applies to it only, since users see nothing
 * else.
 */
export const currentScreen = createStore('');

const toastId = 'undo';

currentScreen.subscribe(() =>
  // The keys now apply to another screen; the button still undoes its own change.
  toasts.set((shown) =>
    shown.map((item) =>
      item.id === toastId && item.action
        ? { ...item, action: { label: item.action.label, run: item.action.run } }
        : item,
    ),
  ),
);

/**
 * Records a change, shows a toast with Undo, and enables Ctrl/Cmd+Z on this screen. Call it after the server has
 * accepted the change. Pass `screen` if the user may have navigated since.
 */
export function recordUndoable(
  change: Omit<UndoableChange, 'screen'> & { screen?: string | undefined },
): void {
  const entry = { ...change, screen: change.screen ?? currentScreen.get() };
  undoStack.push(entry);
  labelLatestChange(entry);
  showUndoToast(entry, 'undo', entry.label);
}

/** A change and its inverse. */
interface ReversibleChange<Change extends object> extends Pick<UndoableChange, 'confirmations'> {
  /** The action in the past tense: "Changed the space “Guides”". */
  label: string;
  /** The changed fields; if empty, nothing is sent. */
  change: Change;
  inverse: Change;
  send: (change: Change) => Promise<unknown>;
}

/** Sends a change and records its undo. Rejects if sending fails. */
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

/** Undo and redo wait for earlier steps and pending changes. Never rejects. */
let queue: Promise<unknown> = Promise.resolve();

/** Makes undo wait for a pending change. Otherwise a quick Ctrl/Cmd+Z would undo the previous change. */
export function awaitBeforeUndo(change: Promise<unknown>): void {
  queue = Promise.allSettled([queue, change]);
}

/** Undoes the latest change of the current screen and offers redo; an error is shown and not retried. */
export function undoLast(): Promise<void> {
  return runStepOnScreen('undo');
}

/** Redoes the last undone change of the current screen. */
export function redoLast(): Promise<void> {
  return runStepOnScreen('redo');
}

/** Undoes a given change, regardless of later ones. */
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
  const result = queue.then(act);
  queue = result;
  return result;
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

/** Shows a toast with a button for the reverse. */
function showUndoToast(entry: UndoableChange, direction: Direction, text: string): void {
  toast(text, {
    id: toastId,
    ...(direction === 'undo' && entry.detail !== undefined && { detail: entry.detail }),
    ...(direction === 'undo' && entry.open && { alternative: entry.open, durationMs: 12_000 }),
    action: {
      label: direction === 'undo' ? 'Undo' : 'Redo',
      ...(entry.screen === currentScreen.get() && { keys: direction === 'undo' ? 'mod+z' : 'mod+shift+z' }),
      run: () => void enqueue(() => runStep(entry, direction)),
    },
  });
}
