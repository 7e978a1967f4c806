/** The keys that somebody has chosen in place of those that shortcuts come with; kept in this browser. */
import { readStored, writeStored } from './storage.ts';
import { createStore } from './store.ts';

type Rebound = Readonly<Record<string, string>>;

/** Reads what was kept; what is not a choice of keys is left out. */
export function readRebound(kept: string | null): Rebound {
  try {
    const read: unknown = JSON.parse(kept ?? '{}');
    if (typeof read !== 'object' || read === null) return {};
    return Object.fromEntries(Object.entries(read).filter(([, to]) => typeof to === 'string' && to !== ''));
  } catch {
    return {};
  }
}

/** The chosen keys by the standard ones, both as shortcuts are written: `g m`, `mod+k`. */
export const reboundKeys = createStore<Rebound>(readRebound(readStored('local', 'keys')));

/** Gives every shortcut with these standard keys other ones; null gives the standard ones back. */
export function rebind(keys: string, to: string | null): void {
  const { [keys]: _, ...others } = reboundKeys.get();
  const next = to === null || to === keys ? others : { ...others, [keys]: to };
  writeStored('local', 'keys', Object.keys(next).length === 0 ? null : JSON.stringify(next));
  reboundKeys.set(next);
}

/** What is pressed for a shortcut with these standard keys. */
export const keysNow = (keys: string): string => reboundKeys.get()[keys] ?? keys;

/** Whether one of two sequences of presses would keep the other from being reached. */
export function clash(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `);
}
