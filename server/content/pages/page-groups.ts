import { flattenPages } from './page-tree.ts';
import type { StoredPage } from './storage.ts';

/** One of so many pages of the top level begins a group, always the same ones, so that insertions leave other groups as they are. */
const PAGES_PER_GROUP = 32;
/** Of all levels. */
const MAX_PAGES = 128;

const groups = new WeakMap<StoredPage, readonly StoredPage[]>();
const sizes = new WeakMap<StoredPage, number>();

/**
 * The pages of the top level in groups. Revisions share most pages, and a group with the same pages is the same array: what
 * is remembered of it serves them all. An index of thousands of pages takes milliseconds, one of the changed groups does not.
 */
export function groupPages(pages: readonly StoredPage[]): (readonly StoredPage[])[] {
  const all: StoredPage[][] = [];
  let size = MAX_PAGES;
  for (const page of pages) {
    const pageSize = sizeOf(page);
    const begins = size + pageSize > MAX_PAGES || hashOf(page.id) % PAGES_PER_GROUP === 0;
    if (begins) all.push([page]);
    else all.at(-1)?.push(page);
    size = begins ? pageSize : size + pageSize;
  }
  return all.map(remember);
}

function remember(group: readonly StoredPage[]): readonly StoredPage[] {
  const [first] = group;
  if (!first || !group.every((page) => Object.isFrozen(page))) return group;
  const remembered = groups.get(first);
  if (remembered?.length === group.length && group.every((page, at) => page === remembered[at]))
    return remembered;
  Object.freeze(group);
  groups.set(first, group);
  return group;
}

function sizeOf(page: StoredPage): number {
  const remembered = sizes.get(page);
  if (remembered !== undefined) return remembered;
  const size = flattenPages([page]).length;
  if (Object.isFrozen(page)) sizes.set(page, size);
  return size;
}

/** Ids are random in each letter. */
const hashOf = (id: string): number =>
  [...id.slice(-2)].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 0);
