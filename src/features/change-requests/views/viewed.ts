import { readStored, writeStored } from '#src/lib/storage.ts';
import { createStore } from '#src/lib/store.ts';
import type { PageChange } from '../differences/compare-trees.ts';

/** Viewed pages of a change request: page id to a hash of the viewed state. Stored in this browser. */
export type Viewed = Readonly<Record<string, string>>;

const storageKeyOf = (changeRequestId: string) => `viewed.${changeRequestId}`;

/** In-memory copy by change request id. */
export const viewedPages = createStore<Readonly<Record<string, Viewed>>>({});

/**
 * Viewed pages of a change request.
 *
 * @param all the value of `viewedPages`
 */
export function viewedOf(all: Readonly<Record<string, Viewed>>, changeRequestId: string): Viewed {
  return all[changeRequestId] ?? loadViewed(changeRequestId);
}

/**
 * The state of a page that "viewed" refers to: text (`documentId`), fields, parent. A page that changes again counts as
 * not viewed.
 */
export function viewedStateOf({ kind, next, base }: PageChange): string {
  const place = next ?? base;
  if (!place) return kind;
  const { documentId, title, slug, emoji, description, type, hidden } = place.page;
  return JSON.stringify([kind, documentId, title, slug, emoji, description, type, hidden, place.parentId]);
}

/** Whether a change was viewed in its current state. */
export function isViewed(viewed: Viewed, change: PageChange): boolean {
  return viewed[change.id] === hashOf(viewedStateOf(change));
}

/** Marks a change as viewed or not viewed. */
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

/** A short hash (FNV-1a), to save browser storage. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36);
}
