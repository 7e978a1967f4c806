import { useEffect } from 'react';
import type { Registry } from '#src/lib/registry.ts';

/** Offers something in a registry while the component is mounted, always in its latest form. */
export function useRegistered<T>(registry: Registry<T>, items: readonly T[]): void {
  useEffect(() => registry.add(items), [registry, items]);
}
