import { createStore, type Store } from './store.ts';

/** Items that mounted components contribute: shortcuts, palette entries. */
export interface Registry<T> {
  /** All registered items, later ones last. */
  all: Store<readonly T[]>;
  /**
   * @returns a function that removes them
   */
  add(offered: readonly T[]): () => void;
}

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
