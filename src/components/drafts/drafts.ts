import { readStored, writeStored } from '#src/lib/storage.ts';

/** The longest text that is kept, in characters; a browser's store is small. */
const longest = 200_000;

const keyOf = (name: string) => `draft.${name}`;

/**
 * What was written under this name before the page was reloaded; null where there is nothing. Drafts stay in the tab
 * and go with it. Never keep a token or a password here.
 */
export function readDraft(name: string): string | null {
  return readStored('session', keyOf(name));
}

/** Keeps a text until it is sent or given up; an empty one is forgotten. */
export function writeDraft(name: string, text: string): void {
  writeStored('session', keyOf(name), text === '' || text.length > longest ? null : text);
}

/** Forgets a draft, because it was sent or given up. */
export function dropDraft(name: string): void {
  writeStored('session', keyOf(name), null);
}
