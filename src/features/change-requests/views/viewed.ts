import { readStored, writeStored } from '#src/lib/storage.ts';
import { createStore } from '#src/lib/store.ts';
import type { PageChange } from '../differences/compare-trees.ts';

/** Which changed pages of a change request were viewed, by id, and in which state. Kept in this browser. */
export type Viewed = Readonly<Record<string, string>>;

const storageKeyOf = (changeRequestId: string) => `viewed.${changeRequestId}`;

/** What has been read or written since the page was loaded, by the id of the change request. */
export const viewedPages = createStore<Readonly<Record<string, Viewed>>>({});

/** Which pages of a change request were viewed. @param all the value of `viewedPages` */
export function viewedOf(all: Readonly<Record<string, Viewed>>, changeRequestId: string): Viewed {
  return all[changeRequestId] ?? loadViewed(changeRequestId);
}

/**
 * What a page looked like when it was viewed: its text by its `documentId`, its other facts, its place. A page that
 * changes again counts as not viewed.
 */
export function viewedStateOf({ kind, next, base }: PageChange): string {
  const place = next ?? base;
  if (!place) return kind;
  const { documentId, title, slug, emoji, description, type, hidden } = place.page;
  return JSON.stringify([kind, documentId, title, slug, emoji, description, type, hidden, place.parentId]);
}

/** Whether a change was viewed as it is now. */
export function isViewed(viewed: Viewed, change: PageChange): boolean {
  return viewed[change.id] === hashOf(viewedStateOf(change));
}

/** Marks a change as viewed, or no longer. */
export function setViewed(changeRequestId: string, change: PageChange, isViewedNow: boolean): void {
  const { [change.id]: _before, ...others } = viewedOf(viewedPages.get(), changeRequestId);
  const viewed = isViewedNow ? { ...others, [change.id]: hashOf(viewedStateOf(change)) } : others;
  writeStored('local', storageKeyOf(changeRequestId), JSON.stringify(viewed));
  viewedPages.set((all) => ({ ...all, [changeRequestId]: viewed }));
}

function loadViewed(changeRequestId: string): Viewed {
  try {
    const stored: unknown = JSON.parse(readStored('local', storageKeyOf(changeRequestId)) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return {};
  }
}

/** A short name of a text (FNV-1a), so that hundreds of viewed pages take little of the browser's store. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36);
}
