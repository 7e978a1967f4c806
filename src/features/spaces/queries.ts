/** Queries for pages of a space or a change request. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  searchSpaceInfiniteOptions,
  getSpaceFileOptions,
  listSpaceFileBacklinksInfiniteOptions,
  listSpaceFilesInfiniteOptions,
  listSpaceRevisionsInfiniteOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
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
  listSpaceRevisions,
} from '#api/generated/sdk.gen.ts';
import type { Page } from '#api/generated/types.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { fetchAllPages, nextPageParam, pagedOptions } from '#src/api/paging.ts';
import type { OperationId } from '#src/api/queries.ts';

export function filesOf(spaceId: string) {
  return pagedOptions(listSpaceFilesInfiniteOptions({ path: { spaceId }, query: { limit: pageSize } }));
}

/** The revisions of a space, newest first. */
export function revisionsOf(spaceId: string) {
  return pagedOptions(listSpaceRevisionsInfiniteOptions({ path: { spaceId }, query: { limit: pageSize } }));
}

/** All revisions of a space, for those that are older than the first of the list. */
export function allRevisionsOf(spaceId: string) {
  return queryOptions({
    queryKey: [{ _id: 'listSpaceRevisions' satisfies OperationId, path: { spaceId } }, 'all'],
    queryFn: ({ signal }) =>
      fetchAllPages(
        async (query) =>
          (await listSpaceRevisions({ path: { spaceId }, query, signal, throwOnError: true })).data,
        { signal },
      ),
  });
}

/** One file; its download URL is valid for an hour. */
export function oneFile(spaceId: string, fileId: string) {
  return getSpaceFileOptions({ path: { spaceId, fileId } });
}

export function usesOfFile(spaceId: string, fileId: string) {
  return pagedOptions(
    listSpaceFileBacklinksInfiniteOptions({ path: { spaceId, fileId }, query: { limit: 100 } }),
  );
}

/** Where pages come from: a space or one of its change requests. */
export interface PageScope {
  spaceId: string;
  /** Number or id; omitted for the space itself. */
  changeRequest?: string | undefined;
}

/** Query key with the operation, so that changes can invalidate it. */
function keyOf(
  scope: PageScope,
  spaceOperation: OperationId,
  changeRequestOperation: OperationId,
  more: object = {},
) {
  const { spaceId, changeRequest } = scope;
  return changeRequest === undefined
    ? [{ _id: spaceOperation, path: { spaceId, ...more } }]
    : [{ _id: changeRequestOperation, path: { spaceId, changeRequestId: changeRequest, ...more } }];
}

/** The page tree, without texts. */
export function pagesOf(scope: PageScope) {
  const { spaceId, changeRequest } = scope;
  return queryOptions({
    queryKey: keyOf(scope, 'listSpacePages', 'listChangeRequestPages'),
    queryFn: async ({ signal }) => {
      const more = { signal, throwOnError: true } as const;
      const { data } =
        changeRequest === undefined
          ? await listSpacePages({ path: { spaceId }, ...more })
          : await listChangeRequestPages({
              path: { spaceId, changeRequestId: changeRequest },
              // Pages that come from an API specification are nothing that is edited.
              query: { computed: false },
              ...more,
            });
      return data;
    },
  });
}

/** One page with its document. */
export function pageWithDocument(scope: PageScope, pageId: string) {
  const { spaceId, changeRequest } = scope;
  return queryOptions({
    queryKey: keyOf(scope, 'getSpacePage', 'getChangeRequestPage', { pageId }),
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

/** All links of a page. */
export function linksOfPage(scope: PageScope, pageId: string) {
  const { spaceId, changeRequest } = scope;
  return infiniteQueryOptions({
    queryKey: keyOf(scope, 'listSpacePageLinks', 'listChangeRequestPageLinks', { pageId }),
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

/** Pages of a space that match a search, best first. */
export function spaceSearchOptions(spaceId: string, query: string) {
  return pagedOptions(searchSpaceInfiniteOptions({ path: { spaceId }, query: { query, limit: 20 } }));
}

/** The first 1,000 files with their URLs, for the images of a page. URLs are valid for an hour. */
export function fileUrls(scope: PageScope) {
  const { spaceId, changeRequest } = scope;
  return queryOptions({
    queryKey: [...keyOf(scope, 'listSpaceFiles', 'listChangeRequestFiles'), 'addresses'],
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

/** The revision that contains the pages. */
export function revisionOf(scope: PageScope) {
  const { spaceId, changeRequest } = scope;
  return queryOptions({
    queryKey: keyOf(scope, 'getSpaceContent', 'getChangeRequestContent'),
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

/** The first page with text, in tree order. */
export function firstPageWithText(tree: readonly Page[]): Page | undefined {
  for (const page of tree) {
    const textPage =
      page.type === 'document' || page.type === 'computed' ? page : firstPageWithText(page.pages ?? []);
    if (textPage) return textPage;
  }
  return undefined;
}

export function findPage(tree: readonly Page[], id: string): Page | undefined {
  for (const page of tree) {
    const match = page.id === id ? page : findPage(page.pages ?? [], id);
    if (match) return match;
  }
  return undefined;
}

export function findPageByPath(tree: readonly Page[], path: string): Page | undefined {
  for (const page of tree) {
    const match = page.path === path ? page : findPageByPath(page.pages ?? [], path);
    if (match) return match;
  }
  return undefined;
}

/** Number of pages in a tree, of any type. */
export function countPages(tree: readonly Page[]): number {
  return tree.reduce((count, { pages: below = [] }) => count + 1 + countPages(below), 0);
}
