/** Queries for reusable contents of a space or a change request. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  getChangeRequestReusableContent,
  getRevisionReusableContent,
  getSpaceReusableContent,
  listChangeRequestReusableContents,
  listSpaceReusableContents,
} from '#api/generated/sdk.gen.ts';
import type { ReusableContent } from '#api/generated/types.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { nextPageParam } from '#src/api/paging.ts';

/** Where reusable contents are: in a space or in one of its change requests. */
export interface ReusableScope {
  spaceId: string;
  /** Number or id; omitted for the space itself. */
  changeRequest?: string | undefined;
}

async function listPage(
  { spaceId, changeRequest }: ReusableScope,
  query: { limit: number; page?: string },
  signal: AbortSignal | undefined,
) {
  const more = { query, ...(signal && { signal }), throwOnError: true } as const;
  const { data } =
    changeRequest === undefined
      ? await listSpaceReusableContents({ path: { spaceId }, ...more })
      : await listChangeRequestReusableContents({
          path: { spaceId, changeRequestId: changeRequest },
          ...more,
        });
  return data;
}

/** Query key with the operation, so that changes can invalidate it. */
function listKey({ spaceId, changeRequest }: ReusableScope) {
  return changeRequest === undefined
    ? [{ _id: 'listSpaceReusableContents', path: { spaceId } }]
    : [{ _id: 'listChangeRequestReusableContents', path: { spaceId, changeRequestId: changeRequest } }];
}

/** The reusable contents by title, each with the number of pages that show it. */
export function reusableContentsOf(scope: ReusableScope) {
  return infiniteQueryOptions({
    queryKey: listKey(scope),
    queryFn: ({ pageParam, signal }) =>
      listPage(scope, { limit: pageSize, ...(pageParam !== '' && { page: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: nextPageParam,
  });
}

/** One with its text and what shows it. */
export function reusableContentOf({ spaceId, changeRequest }: ReusableScope, reusableContentId: string) {
  const path = { spaceId, reusableContentId };
  return queryOptions({
    queryKey:
      changeRequest === undefined
        ? [{ _id: 'getSpaceReusableContent', path }]
        : [{ _id: 'getChangeRequestReusableContent', path: { ...path, changeRequestId: changeRequest } }],
    queryFn: async ({ signal }) => {
      const more = { signal, throwOnError: true } as const;
      const { data } =
        changeRequest === undefined
          ? await getSpaceReusableContent({ path, ...more })
          : await getChangeRequestReusableContent({
              path: { ...path, changeRequestId: changeRequest },
              ...more,
            });
      return data;
    },
  });
}

/**
 * The same in a revision, which never changes; null if the revision doesn't have it.
 * @param isThere false where that is known before
 */
export function reusableContentAt(
  spaceId: string,
  revisionId: string,
  reusableContentId: string,
  isThere = true,
) {
  return queryOptions({
    queryKey: ['reusable-content', spaceId, revisionId, reusableContentId, isThere],
    queryFn: async ({ signal }): Promise<ReusableContent | null> => {
      if (!isThere) return null;
      try {
        const path = { spaceId, revisionId, reusableContentId };
        return (await getRevisionReusableContent({ path, signal, throwOnError: true })).data;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: Infinity,
  });
}
