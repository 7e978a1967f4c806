import { nameLatestChange } from '#src/api/journal.ts';
import { confirm, type Confirmation } from '#src/components/confirm/confirm.ts';
import { dismissToast, toast, toastFailure, toasts } from '#src/components/toasts/toasts.ts';
import { createStore } from '#src/lib/store.ts';
import { createUndoStack, latestOn, type UndoEntry } from '#src/lib/undo-stack.ts';

type Asked = Omit<Confirmation, 'action'> | null;

/** What is asked first; the step itself is done after the answer. Null where nothing has to be asked by now. */
type Question = () => Asked | Promise<Asked>;

/** A change that can be taken back. */
export interface UndoableChange extends UndoEntry {
  /**
   * The questions before the way back and the way forth. What a button asks about is asked about here too: a key must
   * not do in silence what a button would not.
   */
  asks?: { undo?: Question; redo?: Question };
}

/** Everything that was done in this tab and can be taken back. */
export const undoStack = createUndoStack<UndoableChange>();

/**
 * The address of the screen that is open, without that of a dialog over it. Keys and toolbars undo what was done there
 * and nothing else, because it is all that their user can see.
 */
export const openScreen = createStore('');

const toastId = 'undo';

openScreen.subscribe(() =>
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
  const entry = { ...change, screen: change.screen ?? openScreen.get() };
  undoStack.push(entry);
  nameLatestChange(entry);
  offer(entry, 'undo', entry.label);
}

/** A change that is sent in full, and what takes it back. */
interface TwoWayChange<Change extends object> extends Pick<UndoableChange, 'asks'> {
  /** What was done, in the past tense: "Changed the space “Guides”". */
  label: string;
  /** What differs; where nothing does, nothing is sent. */
  change: Change;
  back: Change;
  send: (change: Change) => Promise<unknown>;
}

/** Sends a change and notes how it is taken back. Rejects with what was refused. */
export async function changeUndoably<Change extends object>(way: TwoWayChange<Change>): Promise<void> {
  const { label, change, back, send, asks } = way;
  if (Object.keys(change).length === 0) return;
  const screen = openScreen.get();
  await send(change);
  recordUndoable({ label, screen, undo: () => send(back), redo: () => send(change), ...(asks && { asks }) });
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

/** Takes back the latest change of the open screen and offers to do it again; a failure is shown and not tried again. */
export function undoLast(): Promise<void> {
  return stepOnScreen('undo');
}

/** Does again what was last taken back on the open screen. */
export function redoLast(): Promise<void> {
  return stepOnScreen('redo');
}

/** Takes back one change, whatever was done after it and wherever that was. */
export function undoOne(entry: UndoableChange): Promise<void> {
  return inLine(() => step(entry, 'undo'));
}

type Direction = 'undo' | 'redo';

function stepOnScreen(direction: Direction): Promise<void> {
  const screen = openScreen.get();
  return inLine(async () => {
    const { done, undone } = undoStack.state.get();
    const entry = latestOn(direction === 'undo' ? done : undone, screen);
    if (entry) await step(entry, direction);
  });
}

function inLine(act: () => Promise<void>): Promise<void> {
  const done = line.then(act);
  line = done;
  return done;
}

async function step(entry: UndoableChange, direction: Direction): Promise<void> {
  try {
    const question = await entry.asks?.[direction]?.();
    if (question && !(await confirm(question))) return;
    if (!(await undoStack[direction](entry))) return;
    if (direction === 'undo') offer(entry, 'redo', `Undone: ${entry.label}`);
    else offer(entry, 'undo', `Redone: ${entry.label}`);
  } catch (error) {
    dismissToast(toastId);
    toastFailure(error);
  }
}

/** Says what was done, with a button for the opposite. */
function offer(entry: UndoableChange, direction: Direction, text: string): void {
  toast(text, {
    id: toastId,
    action: {
      label: direction === 'undo' ? 'Undo' : 'Redo',
      ...(entry.screen === openScreen.get() && { keys: direction === 'undo' ? 'mod+z' : 'mod+shift+z' }),
      run: () => void inLine(() => step(entry, direction)),
    },
  });
}
