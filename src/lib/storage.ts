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

/**
 * Stores a text, or removes it if null.
 *
 * @returns whether the browser allowed it
 */
export function writeStored(kind: StorageKind, name: string, text: string | null): boolean {
  try {
    if (text === null) storageOf(kind).removeItem(prefix + name);
    else storageOf(kind).setItem(prefix + name, text);
    return true;
  } catch {
    return false;
  }
}
