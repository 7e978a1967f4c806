/** What is fetched of pages: those of a space as it is, or as a change request would leave them. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { searchSpaceInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import {
  getChangeRequestContent,
  getChangeRequestPage,
  getSpaceContent,
  getSpacePage,
  listChangeRequestFiles,
  listChangeRequestPageLinks,
  listChangeRequestPages,
  listSpaceFiles,
  listSpacePageLinks,
  listSpacePages,
} from '#api/generated/sdk.gen.ts';
import type { Page } from '#api/generated/types.gen.ts';
import { nextPageParam } from '#src/api/next-page.ts';
import { pagedOptions } from '#src/api/paging.ts';
import type { OperationId } from '#src/api/queries.ts';

/** Where pages are: in a space, or in one of its change requests. */
export interface PageScope {
  spaceId: string;
  /** Its number within the space, or its identifier; left out for the space itself. */
  changeRequest?: string | undefined;
}

/** Names what is asked for, so that a change can say that it is out of date. */
function keyOf(
  place: PageScope,
  spaceOperation: OperationId,
  changeRequestOperation: OperationId,
  more: object = {},
) {
  const { spaceId, changeRequest } = place;
  return changeRequest === undefined
    ? [{ _id: spaceOperation, path: { spaceId, ...more } }]
    : [{ _id: changeRequestOperation, path: { spaceId, changeRequestId: changeRequest, ...more } }];
}

/** All pages as a tree, without their text. */
export function pagesOf(place: PageScope) {
  const { spaceId, changeRequest } = place;
  return queryOptions({
    queryKey: keyOf(place, 'listSpacePages', 'listChangeRequestPages'),
    queryFn: async ({ signal }) => {
      const more = { signal, throwOnError: true } as const;
      const { data } =
        changeRequest === undefined
          ? await listSpacePages({ path: { spaceId }, ...more })
          : await listChangeRequestPages({ path: { spaceId, changeRequestId: changeRequest }, ...more });
      return data;
    },
  });
}

/** One page with its text as a tree of nodes. */
export function pageWithDocument(place: PageScope, pageId: string) {
  const { spaceId, changeRequest } = place;
  return queryOptions({
    queryKey: keyOf(place, 'getSpacePage', 'getChangeRequestPage', { pageId }),
    queryFn: async ({ signal }) => {
      const more = { query: { format: 'document' }, signal, throwOnError: true } as const;
      const { data } =
        changeRequest === undefined
          ? await getSpacePage({ path: { spaceId, pageId }, ...more })
          : await getChangeRequestPage({
              path: { spaceId, changeRequestId: changeRequest, pageId },
              ...more,
            });
      return data;
    },
  });
}

/** The links of one page, those that are broken and those that are not. */
export function linksOfPage(place: PageScope, pageId: string) {
  const { spaceId, changeRequest } = place;
  return infiniteQueryOptions({
    queryKey: keyOf(place, 'listSpacePageLinks', 'listChangeRequestPageLinks', { pageId }),
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: 100, ...(pageParam !== '' && { page: pageParam }) };
      const more = { query, signal, throwOnError: true } as const;
      const { data } =
        changeRequest === undefined
          ? await listSpacePageLinks({ path: { spaceId, pageId }, ...more })
          : await listChangeRequestPageLinks({
              path: { spaceId, changeRequestId: changeRequest, pageId },
              ...more,
            });
      return data;
    },
    initialPageParam: '',
    getNextPageParam: nextPageParam,
  });
}

/** The pages of a space that contain words, best first. */
export function spaceSearchOptions(spaceId: string, words: string) {
  return pagedOptions(searchSpaceInfiniteOptions({ path: { spaceId }, query: { query: words, limit: 20 } }));
}

/** The first thousand files with their addresses, for the pictures of a text. They work for an hour. */
export function fileUrls(place: PageScope) {
  const { spaceId, changeRequest } = place;
  return queryOptions({
    queryKey: [...keyOf(place, 'listSpaceFiles', 'listChangeRequestFiles'), 'addresses'],
    queryFn: async ({ signal }) => {
      const more = { query: { limit: 1000 }, signal, throwOnError: true } as const;
      const { data } =
        changeRequest === undefined
          ? await listSpaceFiles({ path: { spaceId }, ...more })
          : await listChangeRequestFiles({ path: { spaceId, changeRequestId: changeRequest }, ...more });
      return data.items;
    },
    staleTime: 30 * 60_000,
  });
}

/** The revision that holds the pages, with everything in it. */
export function revisionOf(place: PageScope) {
  const { spaceId, changeRequest } = place;
  return queryOptions({
    queryKey: keyOf(place, 'getSpaceContent', 'getChangeRequestContent'),
    queryFn: async ({ signal }) => {
      const more = { query: { metadata: false }, signal, throwOnError: true } as const;
      const { data } =
        changeRequest === undefined
          ? await getSpaceContent({ path: { spaceId }, ...more })
          : await getChangeRequestContent({ path: { spaceId, changeRequestId: changeRequest }, ...more });
      return data;
    },
  });
}

/** The first page with a text, in the order of the tree. */
export function firstPageWithText(tree: readonly Page[]): Page | undefined {
  for (const page of tree) {
    const found =
      page.type === 'document' || page.type === 'computed' ? page : firstPageWithText(page.pages ?? []);
    if (found) return found;
  }
  return undefined;
}

/** The page with a path within the space. */
export function findPageByPath(tree: readonly Page[], path: string): Page | undefined {
  for (const page of tree) {
    const found = page.path === path ? page : findPageByPath(page.pages ?? [], path);
    if (found) return found;
  }
  return undefined;
}

/** How many pages there are in a tree, of whatever kind. */
export function countPages(tree: readonly Page[]): number {
  return tree.reduce((count, { pages: below = [] }) => count + 1 + countPages(below), 0);
}
