import { readStored, writeStored } from '#src/lib/storage.ts';

/** A list as its address filters and sorts it, under a name; kept in this browser. */
export interface SavedView {
  name: string;
  /** What stands behind the path, with its question mark; empty for the list as it is by itself. */
  search: string;
}

const maxViews = 50;
const keyOf = (path: string) => `views.${path}`;

/** The saved views of a list, in the order of their names. @param path the list's path */
export function loadViews(path: string): SavedView[] {
  try {
    const stored: unknown = JSON.parse(readStored('local', keyOf(path)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView) : [];
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

/** Keeps a view; one of the same name is replaced. @returns whether the browser allowed it */
export function saveView(path: string, view: SavedView): boolean {
  const others = loadViews(path).filter(({ name }) => name !== view.name);
  return storeViews(path, [...others, view].slice(-maxViews));
}

/** Forgets a view. */
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
