import { readStored, writeStored } from '#src/lib/storage.ts';

/** Filters and sorting of a list under a name; stored in this browser. */
export interface SavedView {
  name: string;
  /** The URL's search with question mark; empty for the default list. */
  search: string;
}

const maxViews = 50;
const keyOf = (path: string) => `views.${path}`;

/**
 * The saved views of a list by name.
 *
 * @param path the list's path
 */
export function loadViews(path: string): SavedView[] {
  try {
    const storedViews: unknown = JSON.parse(readStored('local', keyOf(path)) ?? '[]');
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
 * @returns whether storage is allowed
 */
export function saveView(path: string, view: SavedView): boolean {
  const others = loadViews(path).filter(({ name }) => name !== view.name);
  return storeViews(path, [...others, view].slice(-maxViews));
}

export function deleteView(path: string, name: string): boolean {
  return storeViews(
    path,
    loadViews(path).filter((view) => view.name !== name),
  );
}

function storeViews(path: string, views: readonly SavedView[]): boolean {
  const sorted = views.toSorted((a, b) => a.name.localeCompare(b.name));
  return writeStored('local', keyOf(path), sorted.length > 0 ? JSON.stringify(sorted) : null);
}
