import { useEffect } from 'react';
import type { Registry } from '#src/lib/registry.ts';

/** Registers items while the component is mounted. */
export function useRegistered<T>(registry: Registry<T>, items: readonly T[]): void {
  useEffect(() => registry.add(items), [registry, items]);
}
