import { readStored, listStoredKeys, writeStored } from '#src/lib/storage.ts';

/** The longest text that is kept, in characters; a browser's store is small. */
const maxLength = 200_000;

const keyOf = (name: string) => `draft.${name}`;

/**
 * What was written under this name before the page was reloaded; null where there is nothing. Drafts stay in the tab
 * and go with it. Never keep a token or a password here.
 */
export function readDraft(name: string): string | null {
  return readStored('session', keyOf(name));
}

/** What follows a beginning in the names of the drafts that are kept. */
export const listDrafts = (start: string) => listStoredKeys('session', keyOf(start));

/**
 * Keeps a text until it is sent or given up; an empty one is forgotten.
 *
 * @returns whether it survives a reload; one that is too long does not, nor does any where the browser refuses
 */
export function writeDraft(name: string, text: string): boolean {
  const isShort = text.length <= maxLength;
  return writeStored('session', keyOf(name), text === '' || !isShort ? null : text) && isShort;
}

/** Forgets a draft, because it was sent or given up. */
export function deleteDraft(name: string): void {
  writeStored('session', keyOf(name), null);
}

/** The draft of a form: its fields as they were; null where there is none. */
export function readFormDraft<Values extends object>(name: string): Values | null {
  try {
    const stored: unknown = JSON.parse(readDraft(name) ?? 'null');
    // What this very form has written; a field that it no longer has is passed over by it.
    return typeof stored === 'object' && stored !== null ? (stored as Values) : null;
  } catch {
    return null;
  }
}
