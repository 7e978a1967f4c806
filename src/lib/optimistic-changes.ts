import { createStore, type Store } from './store.ts';

/** Changes that are shown although the server has not accepted them yet. */
export interface OptimisticChanges<Change> {
  /** Those that are under way, the latest last. */
  all: Store<readonly Change[]>;
  /** Shows a change for as long as `act` takes. Whatever `act` answers or throws comes back. */
  run<Answer>(change: Change, act: () => Promise<Answer>): Promise<Answer>;
}

/**
 * Makes a place for changes that are shown ahead of the server. What is shown is the data with these laid over it: one
 * that fails drops out, and nothing has to be put back.
 */
export function createOptimisticChanges<Change>(): OptimisticChanges<Change> {
  const all = createStore<readonly Change[]>([]);
  return {
    all,
    async run(change, act) {
      all.set((current) => [...current, change]);
      try {
        return await act();
      } finally {
        all.set((current) => current.filter((one) => one !== change));
      }
    },
  };
}
