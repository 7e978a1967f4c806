import { useLayoutEffect, useSyncExternalStore } from 'react';
import type { Store, Registry } from '#src/lib/store.ts';

/** Registers items while the component is mounted: before it is painted, so that its keys work immediately. */
export function useRegistered<T>(registry: Registry<T>, items: readonly T[]): void {
  useLayoutEffect(() => registry.add(items), [registry, items]);
}

export function useStore<T>(store: Pick<Store<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
