import { createStore, type Store } from './store.ts';

/** One thing that was done and can be taken back. */
export interface UndoEntry {
  /** What was done, in the past tense: "Moved “API” before “Guides”". */
  label: string;
  /** Takes it back. A rejection means it could not be taken back. */
  undo(): Promise<unknown>;
  /** Does it again after it was taken back. */
  redo(): Promise<unknown>;
}

export interface UndoState {
  /** Oldest first. */
  done: readonly UndoEntry[];
  /** What was taken back, the next to do again last. */
  undone: readonly UndoEntry[];
  /** True while an undo or redo is under way; a second one has to wait for it. */
  busy: boolean;
}

export interface UndoStack {
  state: Store<UndoState>;
  /** Notes something that has just been done. What had been taken back can no longer be done again. */
  push(entry: UndoEntry): void;
  /** Forgets everything, for instance because another organization was opened. */
  clear(): void;
  /**
   * Takes back the latest entry, or the given one. @returns the entry, or null when there is none or one is under way.
   * Rejects with the entry's own reason; the entry is then dropped, because trying again would fail again.
   */
  undo(wanted?: UndoEntry): Promise<UndoEntry | null>;
  /** Does again what was last taken back; the rest as for `undo`. */
  redo(): Promise<UndoEntry | null>;
}

/** @param limit how many entries are kept; the oldest are forgotten first */
export function createUndoStack(limit = 50): UndoStack {
  const state = createStore<UndoState>({ done: [], undone: [], busy: false });

  const step = async (
    from: 'done' | 'undone',
    to: 'done' | 'undone',
    act: (entry: UndoEntry) => Promise<unknown>,
    wanted?: UndoEntry,
  ) => {
    const { busy, [from]: entries } = state.get();
    const entry = wanted === undefined ? entries.at(-1) : entries.find((one) => one === wanted);
    if (busy || !entry) return null;
    state.set((current) => ({
      ...current,
      busy: true,
      [from]: current[from].filter((other) => other !== entry),
    }));
    try {
      await act(entry);
      state.set((current) => ({ ...current, [to]: [...current[to], entry] }));
      return entry;
    } finally {
      state.set((current) => ({ ...current, busy: false }));
    }
  };

  return {
    state,
    push(entry) {
      state.set((current) => ({ ...current, done: [...current.done, entry].slice(-limit), undone: [] }));
    },
    clear() {
      state.set((current) => ({ ...current, done: [], undone: [] }));
    },
    undo: (wanted) => step('done', 'undone', (entry) => entry.undo(), wanted),
    redo: () => step('undone', 'done', (entry) => entry.redo()),
  };
}
