import { createStore, type Store } from './store.ts';

/** A change that can be undone. */
export interface UndoEntry {
  /** The action in the past tense: "Moved “API” before “Guides”". */
  label: string;
  /** The URL path of the screen where it was done; undo by key applies to the current screen only. */
  screen: string;
  /** Undoes the change; rejects if that fails. */
  undo(): Promise<unknown>;
  redo(): Promise<unknown>;
}

export interface UndoState<Entry extends UndoEntry = UndoEntry> {
  /** Oldest first. */
  done: readonly Entry[];
  /** Undone changes; the next to redo last. */
  undone: readonly Entry[];
  /** True while an undo or redo is running; a second one has to wait. */
  busy: boolean;
}

export interface UndoStack<Entry extends UndoEntry = UndoEntry> {
  state: Store<UndoState<Entry>>;
  /** Adds a change and clears the redo entries of its screen. */
  push(entry: Entry): void;
  /** Clears the stack, for instance when another organization is opened. */
  clear(): void;
  /**
   * Undoes an entry.
   * @returns false if it was removed or another undo is running. Rejects with the entry's error and drops the
   * entry.
   */
  undo(entry: Entry): Promise<boolean>;
  /** Redoes an entry; otherwise like `undo`. */
  redo(entry: Entry): Promise<boolean>;
}

/** The latest entry of a screen, which its undo key applies to. */
export function latestOn<Entry extends UndoEntry>(
  entries: readonly Entry[],
  screen: string,
): Entry | undefined {
  return entries.findLast((entry) => entry.screen === screen);
}

/** @param maxEntries number of entries kept; the oldest are dropped first */
export function createUndoStack<Entry extends UndoEntry = UndoEntry>(maxEntries = 50): UndoStack<Entry> {
  const state = createStore<UndoState<Entry>>({ done: [], undone: [], busy: false });

  const step = async (
    from: 'done' | 'undone',
    to: 'done' | 'undone',
    act: (entry: Entry) => Promise<unknown>,
    entry: Entry,
  ) => {
    const { busy, [from]: entries } = state.get();
    if (busy || !entries.includes(entry)) return false;
    state.set((current) => ({
      ...current,
      busy: true,
      [from]: current[from].filter((other) => other !== entry),
    }));
    try {
      await act(entry);
      state.set((current) => ({ ...current, [to]: [...current[to], entry] }));
      return true;
    } finally {
      state.set((current) => ({ ...current, busy: false }));
    }
  };

  return {
    state,
    push(entry) {
      state.set((current) => ({
        ...current,
        done: [...current.done, entry].slice(-maxEntries),
        undone: current.undone.filter(({ screen }) => screen !== entry.screen),
      }));
    },
    clear() {
      state.set((current) => ({ ...current, done: [], undone: [] }));
    },
    undo: (entry) => step('done', 'undone', (item) => item.undo(), entry),
    redo: (entry) => step('undone', 'done', (item) => item.redo(), entry),
  };
}
