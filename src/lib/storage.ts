import { createStore } from './store.ts';

/** `local` persists after the browser is closed, `session` only across reloads of the tab. */
export type StorageKind = 'local' | 'session';

const prefix = 'bindery.';

const storageOf = (kind: StorageKind) => (kind === 'local' ? localStorage : sessionStorage);

/** Reads a stored text; null if there is none or the browser denies storage. */
export function readStored(kind: StorageKind, name: string): string | null {
  try {
    return storageOf(kind).getItem(prefix + name);
  } catch {
    return null;
  }
}

/** The name of a key of the browser's storage; null for what isn't of the console. */
export const storedNameOf = (key: string): string | null =>
  key.startsWith(prefix) ? key.slice(prefix.length) : null;

/** The rest of every stored key that starts with `keyPrefix`. */
export function listStoredKeys(kind: StorageKind, keyPrefix: string): string[] {
  try {
    return Object.keys(storageOf(kind))
      .filter((name) => name.startsWith(prefix + keyPrefix))
      .map((name) => name.slice((prefix + keyPrefix).length));
  } catch {
    return [];
  }
}

/** The name that this tab wrote last in `local`; other tabs get the event `storage`. */
export const lastWrite = createStore<{ name: string } | null>(null);

/**
 * Stores a text, or removes it if null.
 *
 * @returns whether the browser allowed it
 */
export function writeStored(kind: StorageKind, name: string, text: string | null): boolean {
  try {
    if (text === null) storageOf(kind).removeItem(prefix + name);
    else storageOf(kind).setItem(prefix + name, text);
    if (kind === 'local') lastWrite.set({ name });
    return true;
  } catch {
    return false;
  }
}
