import { personalName } from '#src/api/session/session.ts';
import { readStored, writeStored } from '#src/lib/storage.ts';

/** Filters and sorting of a list under a name. */
export interface SavedView {
  name: string;
  /** The URL's search with question mark; empty for the default list. */
  search: string;
}

/** The most views of a list, the longest name, and the longest search, which is that of the server. */
const maxViews = 50;
export const maxNameLength = 80;
const maxSearchLength = 4096;

/** The name under which the views of a list are stored, before it is a person's. */
export const savedViewsName = (path: string) => `views.${path}`;

/**
 * The saved views of a list by name.
 *
 * @param path the list's path
 */
export const loadViews = (path: string): SavedView[] => loadStoredViews(personalName(savedViewsName(path)));

export function loadStoredViews(name: string): SavedView[] {
  try {
    const storedViews: unknown = JSON.parse(readStored('local', name) ?? '[]');
    return Array.isArray(storedViews) ? storedViews.filter(isView) : [];
  } catch {
    return [];
  }
}

function isView(value: unknown): value is SavedView {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    'search' in value &&
    typeof value.name === 'string' &&
    typeof value.search === 'string'
  );
}

/**
 * Saves a view, replacing one of the same name.
 *
 * @returns why it was not saved; null if it was
 */
export function saveView(path: string, view: SavedView): string | null {
  const others = loadViews(path).filter(({ name }) => name !== view.name);
  if (view.search.length > maxSearchLength) return 'The filters are too long. Remove some.';
  if (others.length >= maxViews) return `A list can have ${maxViews} saved views. Delete one first.`;
  const isStored = storeViews(personalName(savedViewsName(path)), [...others, view]);
  return isStored ? null : 'Couldn’t save. This browser blocks storage.';
}

export function deleteView(path: string, name: string): void {
  storeViews(
    personalName(savedViewsName(path)),
    loadViews(path).filter((view) => view.name !== name),
  );
}

/** @returns whether the browser allowed it */
export function storeViews(name: string, views: readonly SavedView[]): boolean {
  const sorted = views.toSorted((a, b) => a.name.localeCompare(b.name));
  return writeStored('local', name, sorted.length > 0 ? JSON.stringify(sorted) : null);
}
