/**
 * Unsaved texts of forms, kept in this tab until they are sent. Those of pages are kept in this browser, by
 * `src/domain/page-drafts/page-drafts.ts`; src/README.md compares them.
 */
import { currentUser } from '#src/api/session/session.ts';
import { readStored, listStoredKeys, writeStored } from '#src/lib/storage.ts';

/** Storage is small; longer drafts are not saved. */
const maxLength = 200_000;

/** Drafts belong to the person: the next one to sign in in this tab has others. */
const keyOf = (name: string) => `draft.${currentUser()?.id ?? ''}.${name}`;

/**
 * The draft saved before the page was reloaded, or null. Drafts live as long as the tab. Never store a token or
 * password here.
 */
export function readDraft(name: string): string | null {
  return readStored('session', keyOf(name));
}

/** The rest of every draft name that starts with `start`. */
export const listDrafts = (start: string) => listStoredKeys('session', keyOf(start));

/** Saves a draft until it is sent or discarded; an empty text deletes it. */
export function writeDraft(name: string, text: string): boolean {
  const isShort = text.length <= maxLength;
  return writeStored('session', keyOf(name), text === '' || !isShort ? null : text) && isShort;
}

export function deleteDraft(name: string): void {
  writeStored('session', keyOf(name), null);
  writeStored('session', baseKeyOf(name), null);
}

const baseKeyOf = (name: string) => `draft-base.${currentUser()?.id ?? ''}.${name}`;

/** The saved text that a draft started from; null for a new text. */
export const readDraftBase = (name: string): string | null => readStored('session', baseKeyOf(name));

export function writeDraftBase(name: string, text: string): void {
  if (text.length <= maxLength) writeStored('session', baseKeyOf(name), text);
}

/** The saved values of a form, or null; `isValid` rejects values of an earlier release. */
export function readFormDraft<Values extends object>(
  name: string,
  isValid: (stored: object) => boolean = () => true,
): Values | null {
  try {
    const storedDraft: unknown = JSON.parse(readDraft(name) ?? 'null');
    // Written by this form; unknown fields are ignored.
    return typeof storedDraft === 'object' && storedDraft !== null && isValid(storedDraft)
      ? (storedDraft as Values)
      : null;
  } catch {
    return null;
  }
}

/** The drafts of the person in this tab, as they are stored. */
export const readAllDrafts = (): string[] => listDrafts('').map((name) => readDraft(name) ?? '');

export function deleteAllDrafts(): void {
  for (const name of listDrafts('')) deleteDraft(name);
}
