import { personalName } from '#src/api/session/session.ts';
import { readStored, writeStored } from '#src/lib/storage.ts';
import { createStore } from '#src/lib/store.ts';

/** Viewed pages of a change request: page id to a hash of the viewed state. */
export type Viewed = Readonly<Record<string, string>>;

/** The name under which the viewed pages of a change request are stored, before it is a person's. */
export const viewedName = (changeRequestId: string) => `viewed.${changeRequestId}`;
/** The same for the change requests of an organization that have viewed pages. */
export const viewedListName = (organizationId: string) => `viewed-in.${organizationId}`;

/** In-memory copy by the name in the browser's storage. */
export const viewedPages = createStore<Readonly<Record<string, Viewed>>>({});

/**
 * Viewed pages of a change request.
 *
 * @param all the value of `viewedPages`
 */
export function viewedOf(all: Readonly<Record<string, Viewed>>, changeRequestId: string): Viewed {
  const name = personalName(viewedName(changeRequestId));
  return all[name] ?? loadViewed(name);
}

export function setViewedPages(organizationId: string, changeRequestId: string, viewed: Viewed): void {
  storeViewed(personalName, organizationId, changeRequestId, viewed);
}

/** @param nameOf makes a name one of a person's */
export function storeViewed(
  nameOf: (name: string) => string,
  organizationId: string,
  changeRequestId: string,
  viewed: Viewed,
): void {
  const name = nameOf(viewedName(changeRequestId));
  const isEmpty = Object.keys(viewed).length === 0;
  writeStored('local', name, isEmpty ? null : JSON.stringify(viewed));
  const listName = nameOf(viewedListName(organizationId));
  const others = listViewed(listName).filter((id) => id !== changeRequestId);
  const ids = isEmpty ? others : [...others, changeRequestId];
  writeStored('local', listName, ids.length > 0 ? ids.join(' ') : null);
  viewedPages.set((all) => ({ ...all, [name]: viewed }));
}

/** The ids of a stored list. */
export const listViewed = (listName: string): string[] => readStored('local', listName)?.split(' ') ?? [];

/** Shows what another tab stored under a name. */
export const reloadViewed = (name: string): void =>
  viewedPages.set((all) => ({ ...all, [name]: loadViewed(name) }));

export function loadViewed(name: string): Viewed {
  try {
    const storedValue: unknown = JSON.parse(readStored('local', name) ?? '{}');
    if (typeof storedValue !== 'object' || storedValue === null) return {};
    return Object.fromEntries(
      Object.entries(storedValue).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return {};
  }
}
