import { personalName } from '#src/api/session/session.ts';
import { readStored, writeStored } from '#src/lib/storage.ts';
import { createStore } from '#src/lib/store.ts';

/** Viewed pages of a change request: page id to a hash of the viewed state. */
export type Viewed = Readonly<Record<string, string>>;

/** Of what has no viewed pages. */
export const nothingViewed: Viewed = {};

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
  storeViewed(personalName, organizationId, new Map([[changeRequestId, viewed]]));
}

/**
 * Stores the viewed pages of change requests; others of the organization stay.
 *
 * @param nameOf makes a name one of a person's
 */
export function storeViewed(
  nameOf: (name: string) => string,
  organizationId: string,
  viewed: ReadonlyMap<string, Viewed>,
): void {
  const listName = nameOf(viewedListName(organizationId));
  const ids = new Set(listViewed(listName));
  const next = new Map<string, Viewed>();
  for (const [id, pages] of viewed) {
    const name = nameOf(viewedName(id));
    const text = Object.keys(pages).length === 0 ? null : JSON.stringify(pages);
    if (text !== readStored('local', name)) writeStored('local', name, text);
    ids.delete(id);
    if (text !== null) ids.add(id);
    next.set(name, pages);
  }
  writeStored('local', listName, ids.size > 0 ? [...ids].join(' ') : null);
  viewedPages.set((all) => ({ ...all, ...Object.fromEntries(next) }));
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
