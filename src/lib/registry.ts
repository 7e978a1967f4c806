import { createStore, type Store } from './store.ts';

/** What parts of the page offer for as long as they are there: shortcuts, entries of the palette. */
export interface Registry<T> {
  /** Everything that is offered now; what was added later stands later. */
  all: Store<readonly T[]>;
  /** @returns the function that takes these back */
  add(offered: readonly T[]): () => void;
}

/** Makes one that is empty. */
export function createRegistry<T>(): Registry<T> {
  const all = createStore<readonly T[]>([]);
  return {
    all,
    add(items) {
      all.set((current) => [...current, ...items]);
      return () => all.set((current) => current.filter((one) => !items.includes(one)));
    },
  };
}
