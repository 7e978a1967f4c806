import type { StoredContent, StoredPage } from './storage.ts';

/** The position of a page: its parent (null: top level) and its index among siblings. */
export interface PagePosition {
  page: StoredPage;
  parentId: string | null;
  index: number;
}

/** All pages of a tree, parents first. */
export function flattenPages(pages: readonly StoredPage[], all: StoredPage[] = []): StoredPage[] {
  for (const page of pages) {
    all.push(page);
    flattenPages(page.pages, all);
  }
  return all;
}

/** The ids of all pages of a tree, listed when the first is asked for. */
export class PageIds {
  readonly #pages: readonly StoredPage[];
  #ids: ReadonlySet<string> | undefined;

  constructor(pages: readonly StoredPage[]) {
    this.#pages = pages;
  }

  has(id: string): boolean {
    this.#ids ??= new Set(flattenPages(this.#pages).map((page) => page.id));
    return this.#ids.has(id);
  }
}

/** The positions of all pages of a tree, by id, but of those in the lists `except`. */
export function pagePositions(
  pages: readonly StoredPage[],
  except: ReadonlySet<readonly StoredPage[]> = new Set(),
): Map<string, PagePosition> {
  const positions = new Map<string, PagePosition>();
  const visit = (siblings: readonly StoredPage[], parentId: string | null) => {
    if (except.has(siblings)) return;
    siblings.forEach((page, index) => {
      positions.set(page.id, { page, parentId, index });
      visit(page.pages, page.id);
    });
  };
  visit(pages, null);
  return positions;
}

/** The lists of pages that are the same object at the same place of two trees: nothing in them differs. */
export function sharedLists(
  a: readonly StoredPage[],
  b: readonly StoredPage[],
  shared: Set<readonly StoredPage[]> = new Set(),
): Set<readonly StoredPage[]> {
  if (a === b) return shared.add(a);
  const inA = new Map(a.map((page) => [page.id, page]));
  for (const { id, pages } of b) {
    const counterpart = inA.get(id);
    if (counterpart) sharedLists(counterpart.pages, pages, shared);
  }
  return shared;
}

/** Comparing more pages takes longer than some milliseconds. */
const MANY_PAGES = 2000;

/** Whether so many pages of two trees are not the same objects that they are compared in a task process. */
export function differsMuch(a: readonly StoredPage[], b: readonly StoredPage[]): boolean {
  const shared = sharedLists(a, b);
  const [inA, inB] = [pagePositions(a, shared), pagePositions(b, shared)];
  const sameCount = [...inB].filter(([id, { page }]) => inA.get(id)?.page === page).length;
  return Math.max(inA.size, inB.size) - sameCount > MANY_PAGES;
}

/** The position of one page; undefined if the tree does not have it. */
export function findPosition(
  pages: readonly StoredPage[],
  id: string,
  parentId: string | null = null,
): PagePosition | undefined {
  for (const [index, page] of pages.entries()) {
    const match = page.id === id ? { page, parentId, index } : findPosition(page.pages, id, page.id);
    if (match) return match;
  }
  return undefined;
}

export function findPage(pages: readonly StoredPage[], id: string): StoredPage | undefined {
  for (const page of pages) {
    const match = page.id === id ? page : findPage(page.pages, id);
    if (match) return match;
  }
  return undefined;
}

/** The document ids of all pages of a tree, without duplicates. */
export function textIdsOf(pages: readonly StoredPage[]): string[] {
  const ids = flattenPages(pages).flatMap(({ documentId }) => (documentId === undefined ? [] : [documentId]));
  return [...new Set(ids)];
}

/** The ids of the texts of a content that have links: of its pages and of its reusable contents. */
export function linkedTextIds({
  pages,
  reusableContents,
}: Pick<StoredContent, 'pages' | 'reusableContents'>): string[] {
  return [...new Set([...textIdsOf(pages), ...reusableContents.map(({ documentId }) => documentId)])];
}

/**
 * The tree with unique slugs among siblings (`-1`, `-2` … are added to duplicates) and the resulting paths. Of several
 * siblings with the same slug, one of `preferredIds` keeps it, else the first. Unchanged pages are returned as they
 * are.
 */
export function withPaths(
  pages: readonly StoredPage[],
  preferredIds: Pick<ReadonlySet<string>, 'has'> = new Set(),
  parentPath = '',
): StoredPage[] {
  const owners = slugOwners(pages, preferredIds);
  const usedSlugs = new Set(owners.keys());
  return pages.map((page) => {
    const slug = owners.get(page.slug) === page.id ? page.slug : freeSlug(page.slug, usedSlugs);
    usedSlugs.add(slug);
    const path = joinSlugs(parentPath, slug);
    // Pages are frozen when they are stored, with the paths of those below.
    if (slug === page.slug && path === page.path && Object.isFrozen(page)) return page;
    const below = withPaths(page.pages, preferredIds, path);
    return slug === page.slug && path === page.path && below.every((child, at) => child === page.pages[at])
      ? page
      : { ...page, slug, path, pages: below };
  });
}

const joinSlugs = (parentPath: string, slug: string): string =>
  parentPath === '' ? slug : `${parentPath}/${slug}`;

/** The page that owns each slug among siblings. */
function slugOwners(
  pages: readonly StoredPage[],
  preferredIds: Pick<ReadonlySet<string>, 'has'>,
): Map<string, string> {
  const owners = new Map(pages.map(({ slug, id }) => [slug, id]));
  if (owners.size === pages.length) return owners;
  owners.clear();
  for (const isFirstChoice of [true, false]) {
    for (const { id, slug } of pages) {
      if (preferredIds.has(id) === isFirstChoice && !owners.has(slug)) owners.set(slug, id);
    }
  }
  return owners;
}

export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const candidate = `${slug}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
