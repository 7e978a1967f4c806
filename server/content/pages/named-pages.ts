import { isDeepStrictEqual } from 'node:util';
import { flattenPages } from './page-tree.ts';
import type { StoredPage } from './storage.ts';

/** A page that another tree has with everything below it: its id. Any other page, with those below in the same form. */
export type NamedPage = string | (Omit<StoredPage, 'pages'> & { pages: NamedPage[] });

/**
 * Names the pages of a tree that `present` has in the same way, so that little is sent from one process to another. Their
 * paths may differ: these follow from the tree (`withPaths`).
 */
export function namePages(pages: readonly StoredPage[], present: readonly StoredPage[]): NamedPage[] {
  const presentById = new Map(flattenPages(present).map((page) => [page.id, page]));
  const nameOf = (page: StoredPage): NamedPage => {
    const counterpart = presentById.get(page.id);
    const below = page.pages.map(nameOf);
    const isSame =
      counterpart?.pages.length === below.length &&
      below.every((named, at) => named === counterpart.pages[at]?.id) &&
      isDeepStrictEqual(fieldsOf(page), fieldsOf(counterpart));
    return isSame ? page.id : { ...page, pages: below };
  };
  return pages.map(nameOf);
}

const fieldsOf = ({ pages: _pages, path: _path, ...fields }: StoredPage) => fields;

/** The tree of {@link namePages}: its named pages are the objects of `present`, which need not be compared again. */
export function findNamedPages(pages: readonly NamedPage[], present: readonly StoredPage[]): StoredPage[] {
  const presentById = new Map(flattenPages(present).map((page) => [page.id, page]));
  const find = (page: NamedPage): StoredPage | undefined =>
    typeof page === 'string' ? presentById.get(page) : { ...page, pages: findAll(page.pages) };
  const findAll = (named: readonly NamedPage[]) => named.flatMap((page) => find(page) ?? []);
  return findAll(pages);
}
