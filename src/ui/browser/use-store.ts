import { useSyncExternalStore, useEffect } from 'react';
import type { Store, Registry } from '#src/lib/store.ts';

/** Registers items while the component is mounted. */
export function useRegistered<T>(registry: Registry<T>, items: readonly T[]): void {
  useEffect(() => registry.add(items), [registry, items]);
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
