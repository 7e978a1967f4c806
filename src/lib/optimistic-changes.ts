import { createStore, type Store } from './store.ts';

/** Changes that are shown before the server has accepted them. */
export interface OptimisticChanges<Change> {
  /** Pending changes, latest last. */
  all: Store<readonly Change[]>;
  /** Shows a change while `act` runs; resolves or rejects like `act`. */
  run<Result>(change: Change, act: () => Promise<Result>): Promise<Result>;
}

/** Creates a store of optimistic changes. They are laid over the data, so a failed one needs no rollback. */
export function createOptimisticChanges<Change>(): OptimisticChanges<Change> {
  const all = createStore<readonly Change[]>([]);
  return {
    all,
    async run(change, act) {
      all.set((current) => [...current, change]);
      try {
        return await act();
      } finally {
        all.set((current) => current.filter((item) => item !== change));
      }
    },
  };
}
