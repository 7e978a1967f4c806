/** The two compared states: the base of a change request and the change request itself, or two revisions of a space. */
import { queryOptions, type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { getChangeRequestChangesQueryKey } from '#api/generated/@tanstack/react-query.gen.ts';
import {
  getChangeRequestChanges,
  getChangeRequestPage,
  getRevisionPage,
  getSpacePage,
  listChangeRequestPages,
  listRevisionPages,
  listSpacePages,
} from '#api/generated/sdk.gen.ts';
import type { ChangeRequest, ContentChanges, ContentFormat, Page } from '#api/generated/types.gen.ts';
import { sendOptional } from '#src/api/optional-requests.ts';
import { choiceParam } from '#src/lib/search-params.ts';
import { hasEveryRevision, hasRevisionPages, useHasRevisions, useListsChanges } from '../capabilities.ts';
import type { ChangeRequestPath } from '../labels.ts';
import { changeRequestOf } from '../queries.ts';

/**
 * The version that a change request is compared with: the revision it was last updated from, the current space, or the
 * revision of the person's last review.
 */
export const comparisonBases = ['start', 'main', 'review'] as const;

/** One of them. */
export type ComparisonBase = (typeof comparisonBases)[number];

/** A state of a space's content. */
export interface Side {
  spaceId: string;
  /** Null for the current space. */
  revisionId: string | null;
  /** The change request with these pages, if the server does not support revisions. */
  changeRequestId?: string;
}

/** Both sides of a change request. Without revisions: the current space and the change request's pages. */
export function sidesOf(
  { spaceId, changeRequestId }: ChangeRequestPath,
  { revision, revisionInitial, revisionMergedAncestor }: ChangeRequest,
  base: ComparisonBase,
  hasRevisions: boolean,
  reviewedRevision?: string,
): { base: Side; next: Side } {
  if (!hasRevisions) {
    return { base: { spaceId, revisionId: null }, next: { spaceId, revisionId: revision, changeRequestId } };
  }
  const start = revisionMergedAncestor ?? revisionInitial;
  const revisions = { main: null, start, review: reviewedRevision ?? start };
  return {
    base: { spaceId, revisionId: revisions[base] },
    next: { spaceId, revisionId: revision },
  };
}

/** Few visits compare with a review. */
const fetchReviewedRevision = async (queryClient: QueryClient, path: ChangeRequestPath) =>
  (await import('./own-review.ts')).fetchReviewedRevision(queryClient, path);

/** Loads both sides, for a route loader; `useSides` is the hook for the loaded data. */
export async function loadSides(queryClient: QueryClient, path: ChangeRequestPath, base: ComparisonBase) {
  const [changeRequest, isSupported, reviewed] = await Promise.all([
    queryClient.ensureQueryData(changeRequestOf(path)),
    hasRevisionPages(queryClient),
    base === 'review' ? fetchReviewedRevision(queryClient, path) : undefined,
  ]);
  const sides = sidesOf(path, changeRequest, base, isSupported, reviewed);
  if (!isSupported || (await hasEveryRevision(queryClient))) return sides;
  try {
    await Promise.all([sides.base, sides.next].map((side) => queryClient.ensureQueryData(treeOf(side))));
    return sides;
  } catch (error) {
    // The failed request has recorded that.
    if (await hasRevisionPages(queryClient)) throw error;
    return sidesOf(path, changeRequest, base, false);
  }
}

/**
 * Both sides of a change request. Previous ones stay until the new pages have loaded, so that a comment being written
 * keeps its position and focus.
 *
 * @param reviewedRevision of the person's last review, to compare with that
 */
export function useSides(path: ChangeRequestPath, base: ComparisonBase, reviewedRevision?: string) {
  const changeRequest = useDeferredValue(useSuspenseQuery(changeRequestOf(path)).data);
  const hasRevisions = useHasRevisions() === true;
  return {
    changeRequest,
    hasRevisions,
    ...sidesOf(path, changeRequest, base, hasRevisions, reviewedRevision),
  };
}

/** The page tree of a side, without texts. Revisions never change, so they are cached. */
export function treeOf({ spaceId, revisionId, changeRequestId }: Side) {
  // Pages that come from an API specification are nothing that is edited or compared.
  const more = { query: { metadata: false, computed: false }, throwOnError: true } as const;
  return queryOptions({
    // A change request's pages have their own key, so that neither request waits for the other.
    queryKey: ['tree', spaceId, revisionId, changeRequestId ?? null],
    queryFn: async ({ client, signal }) => {
      const readRevision = (id: string) =>
        sendOptional(client, 'listRevisionPages', () =>
          listRevisionPages({ path: { spaceId, revisionId: id }, signal, ...more }),
        );
      const { data } =
        revisionId === null
          ? await listSpacePages({ path: { spaceId }, signal, ...more })
          : changeRequestId === undefined
            ? await readRevision(revisionId)
            : await listChangeRequestPages({ path: { spaceId, changeRequestId }, signal, ...more });
      return data.pages;
    },
    ...(revisionId !== null && { staleTime: Infinity }),
  });
}

/** One page of a side with its text; null if the side does not have it. */
export function pageOf(
  { spaceId, revisionId, changeRequestId }: Side,
  pageId: string | undefined,
  format: ContentFormat,
) {
  const more = { query: { format, metadata: false }, throwOnError: true } as const;
  return queryOptions({
    queryKey: ['page', spaceId, revisionId, changeRequestId ?? null, pageId ?? null, format],
    queryFn: async ({ signal }): Promise<Page | null> => {
      if (pageId === undefined) return null;
      const { data } =
        revisionId === null
          ? await getSpacePage({ path: { spaceId, pageId }, signal, ...more })
          : changeRequestId === undefined
            ? await getRevisionPage({ path: { spaceId, revisionId, pageId }, signal, ...more })
            : await getChangeRequestPage({ path: { spaceId, changeRequestId, pageId }, signal, ...more });
      return data;
    },
    ...(revisionId !== null && { staleTime: Infinity }),
  });
}

/** Changes of a change request: from the server's list, or computed from both sides if the server has none. */
export function changesOf(path: ChangeRequestPath, limit?: number) {
  const query = limit === undefined ? {} : { limit };
  return queryOptions({
    queryKey: getChangeRequestChangesQueryKey({ path, query }),
    queryFn: ({ client, signal }) => fetchChanges(client, path, query, signal),
  });
}

/** The changes where the server lists them; nothing is computed for it. */
export function useListedChanges(path: ChangeRequestPath): ContentChanges | undefined {
  const isListed = useListsChanges();
  return useQuery({ ...changesOf(path), enabled: isListed }).data;
}

/** The same as `changesOf`, without cache. */
export async function fetchChanges(
  queryClient: QueryClient,
  path: ChangeRequestPath,
  query: { limit?: number },
  signal: AbortSignal,
): Promise<ContentChanges> {
  const request = async () =>
    (await getChangeRequestChanges({ path, query, signal, throwOnError: true })).data;
  return sendOptional(queryClient, 'getChangeRequestChanges', request, {
    isResourceThere: true,
    async otherwise() {
      // Only few servers need this, so it is loaded on demand.
      const { compareWithSpace } = await import('./compare-with-space.ts');
      return compareWithSpace(path, query.limit, signal);
    },
  });
}

/** URL parameters for showing differences. */
export const differenceViewParams = {
  /** Compare with the original, the current space, or what the person reviewed last. */
  base: choiceParam(comparisonBases),
  /** Rendered, or Markdown source. */
  view: choiceParam(['rendered', 'source']),
  layout: choiceParam(['inline', 'side']),
  tree: choiceParam(['all']),
};

/** The parsed parameters; absent ones mean the default. */
export interface DifferenceViewOptions {
  base?: ComparisonBase | undefined;
  view?: 'rendered' | 'source' | undefined;
  layout?: 'inline' | 'side' | undefined;
  tree?: 'all' | undefined;
}
