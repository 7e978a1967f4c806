/** Custom key bindings, stored in this browser. */
import { readStored, writeStored } from './storage.ts';
import { createStore } from './store.ts';

type CustomKeyBindings = Readonly<Record<string, string>>;

/** Parses the stored bindings and drops invalid ones. */
export function parseKeyBindings(stored: string | null): CustomKeyBindings {
  try {
    const read: unknown = JSON.parse(stored ?? '{}');
    if (typeof read !== 'object' || read === null) return {};
    return Object.fromEntries(Object.entries(read).filter(([, to]) => typeof to === 'string' && to !== ''));
  } catch {
    return {};
  }
}

/** Custom keys by default keys, in shortcut notation: `g m`, `mod+k`. */
export const customKeyBindings = createStore<CustomKeyBindings>(
  parseKeyBindings(readStored('local', 'keys')),
);

/** Rebinds every shortcut with these default keys; null restores the default. */
export function rebind(keys: string, to: string | null): void {
  const { [keys]: _, ...rest } = customKeyBindings.get();
  const next = to === null || to === keys ? rest : { ...rest, [keys]: to };
  writeStored('local', 'keys', Object.keys(next).length === 0 ? null : JSON.stringify(next));
  customKeyBindings.set(next);
}

/** The keys currently bound in place of these default keys. */
export const currentKeys = (keys: string): string => customKeyBindings.get()[keys] ?? keys;

/** Whether one of two key sequences hides the other. */
export function keysConflict(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `);
}
