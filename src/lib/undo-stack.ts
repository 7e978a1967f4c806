import { createStore, type Store } from './store.ts';

/** One thing that was done and can be taken back. */
export interface UndoEntry {
  /** What was done, in the past tense: "Moved “API” before “Guides”". */
  label: string;
  /** The address of the screen that it was done on: what was done elsewhere is not what a key there means. */
  screen: string;
  /** Takes it back. A rejection means it could not be taken back. */
  undo(): Promise<unknown>;
  /** Does it again after it was taken back. */
  redo(): Promise<unknown>;
}

export interface UndoState<Entry extends UndoEntry = UndoEntry> {
  /** Oldest first. */
  done: readonly Entry[];
  /** What was taken back, the next to do again last. */
  undone: readonly Entry[];
  /** True while an undo or redo is under way; a second one has to wait for it. */
  busy: boolean;
}

export interface UndoStack<Entry extends UndoEntry = UndoEntry> {
  state: Store<UndoState<Entry>>;
  /** Notes something that has just been done. What had been taken back on its screen can no longer be done again. */
  push(entry: Entry): void;
  /** Forgets everything, for instance because another organization was opened. */
  clear(): void;
  /**
   * Takes back an entry. @returns whether it was: it may not be there any more, or another one may be under way.
   * Rejects with the entry's own reason; the entry is then dropped, because trying again would fail again.
   */
  undo(entry: Entry): Promise<boolean>;
  /** Does again what was taken back; the rest as for `undo`. */
  redo(entry: Entry): Promise<boolean>;
}

/** The entry that a key on a screen means: the latest of that screen. */
export function latestOn<Entry extends UndoEntry>(
  entries: readonly Entry[],
  screen: string,
): Entry | undefined {
  return entries.findLast((entry) => entry.screen === screen);
}

/** @maxEntries maxEntries how many entries are kept; the oldest are forgotten first */
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
    undo: (entry) => step('done', 'undone', (one) => one.undo(), entry),
    redo: (entry) => step('undone', 'done', (one) => one.redo(), entry),
  };
}
