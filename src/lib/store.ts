/** One observable value. */
export interface Store<T> {
  get(): T;
  /** Replaces the value and notifies listeners unless it is identical. */
  set(next: T | ((current: T) => T)): void;
  /** @returns the function that ends the subscription */
  subscribe(listener: () => void): () => void;
}

/** Creates a store that React reads with `useSyncExternalStore` and other code reads directly. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      const changed = next instanceof Function ? next(value) : next;
      if (Object.is(changed, value)) return;
      value = changed;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

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
      return () => all.set((current) => current.filter((item) => !items.includes(item)));
    },
  };
}
