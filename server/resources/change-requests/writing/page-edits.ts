import { findPage, flattenPages, pagePositions } from '#server/content/pages/page-tree.ts';
import type { StoredPage } from '#server/content/pages/storage.ts';

/** The tree with one page replaced by none, one or several. */
export function replacePage(
  pages: readonly StoredPage[],
  id: string,
  change: (page: StoredPage) => StoredPage[],
): StoredPage[] {
  return pages.flatMap((page) =>
    page.id === id ? change(page) : [{ ...page, pages: replacePage(page.pages, id, change) }],
  );
}

/** The tree with a page inserted below `into`; an index past the end appends. */
export function insertPage(
  pages: readonly StoredPage[],
  into: string | null,
  page: StoredPage,
  at: number | undefined,
): StoredPage[] {
  const insertInto = (siblings: readonly StoredPage[]) => siblings.toSpliced(at ?? siblings.length, 0, page);
  if (into === null) return insertInto(pages);
  return replacePage(pages, into, (parent) => [{ ...parent, pages: insertInto(parent.pages) }]);
}

/**
 * A page as in a past tree: one that was added since is removed, one that was deleted since is restored with
 * those of its subpages that were deleted, another one has its former text and fields at its current place.
 * Undefined if neither tree has it.
 */
export function revertPage(
  pages: readonly StoredPage[],
  past: readonly StoredPage[],
  id: string,
): StoredPage[] | undefined {
  const [current, former] = [findPage(pages, id), pagePositions(past).get(id)];
  if (!former) return current && replacePage(pages, id, () => []);
  if (current) return replacePage(pages, id, () => [{ ...former.page, pages: current.pages }]);
  const present = new Set(flattenPages(pages).map((page) => page.id));
  const { parentId } = former;
  const parent = parentId !== null && present.has(parentId) ? parentId : null;
  const siblings = parentId === null ? past : (findPage(past, parentId)?.pages ?? []);
  const at = parent === parentId ? siblings.findIndex((page) => page.id === id) : undefined;
  return insertPage(pages, parent, withoutPages(former.page, present), at);
}

const withoutPages = (page: StoredPage, ids: ReadonlySet<string>): StoredPage => ({
  ...page,
  pages: page.pages.filter(({ id }) => !ids.has(id)).map((child) => withoutPages(child, ids)),
});
