/** The keys that somebody has chosen in place of those that shortcuts come with; kept in this browser. */
import { readStored, writeStored } from './storage.ts';
import { createStore } from './store.ts';

type CustomKeyBindings = Readonly<Record<string, string>>;

/** Reads what was kept; what is not a choice of keys is left out. */
export function parseKeyBindings(stored: string | null): CustomKeyBindings {
  try {
    const read: unknown = JSON.parse(stored ?? '{}');
    if (typeof read !== 'object' || read === null) return {};
    return Object.fromEntries(Object.entries(read).filter(([, to]) => typeof to === 'string' && to !== ''));
  } catch {
    return {};
  }
}

/** The chosen keys by the standard ones, both as shortcuts are written: `g m`, `mod+k`. */
export const customKeyBindings = createStore<CustomKeyBindings>(
  parseKeyBindings(readStored('local', 'keys')),
);

/** Gives every shortcut with these standard keys other ones; null gives the standard ones back. */
export function rebind(keys: string, to: string | null): void {
  const { [keys]: _, ...rest } = customKeyBindings.get();
  const next = to === null || to === keys ? rest : { ...rest, [keys]: to };
  writeStored('local', 'keys', Object.keys(next).length === 0 ? null : JSON.stringify(next));
  customKeyBindings.set(next);
}

/** What is pressed for a shortcut with these standard keys. */
export const currentKeys = (keys: string): string => customKeyBindings.get()[keys] ?? keys;

/** Whether one of two sequences of presses would keep the other from being reached. */
export function keysConflict(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `);
}
