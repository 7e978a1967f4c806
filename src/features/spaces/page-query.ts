/** What is fetched of the pages of a space. */
import { queryOptions } from '@tanstack/react-query';
import {
  getSpacePageOptions,
  listSpaceFilesOptions,
  listSpacePageLinksInfiniteOptions,
  listSpacePagesOptions,
  searchSpaceInfiniteOptions,
} from '#src/api/generated/@tanstack/react-query.gen.ts';
import type { Page } from '#src/api/generated/types.gen.ts';
import { pages } from '#src/api/paging.ts';

/** All pages of a space as a tree, without their text. */
export function pagesOf(spaceId: string) {
  return listSpacePagesOptions({ path: { spaceId } });
}

/** One page with its text as a tree of nodes. */
export function pageWithText(spaceId: string, pageId: string) {
  return getSpacePageOptions({ path: { spaceId, pageId }, query: { format: 'document' } });
}

/** The links of one page, those that are broken and those that are not. */
export function linksOfPage(spaceId: string, pageId: string) {
  return pages(listSpacePageLinksInfiniteOptions({ path: { spaceId, pageId }, query: { limit: 100 } }));
}

/** The pages of a space that contain words, best first. */
export function pagesWith(spaceId: string, words: string) {
  return pages(searchSpaceInfiniteOptions({ path: { spaceId }, query: { query: words, limit: 20 } }));
}

/** Addresses of the first thousand files of a space by their id, for the pictures of a text. They work for an hour. */
export function fileAddresses(spaceId: string) {
  const files = listSpaceFilesOptions({ path: { spaceId }, query: { limit: 1000 } });
  return queryOptions({ ...files, staleTime: 30 * 60_000 });
}

/** The first page with a text, in the order of the tree. */
export function firstReadable(tree: readonly Page[]): Page | undefined {
  for (const page of tree) {
    const found =
      page.type === 'document' || page.type === 'computed' ? page : firstReadable(page.pages ?? []);
    if (found) return found;
  }
  return undefined;
}

/** The page with a path within the space. */
export function pageAt(tree: readonly Page[], path: string): Page | undefined {
  for (const page of tree) {
    const found = page.path === path ? page : pageAt(page.pages ?? [], path);
    if (found) return found;
  }
  return undefined;
}
