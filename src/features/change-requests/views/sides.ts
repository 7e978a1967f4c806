/** The two states of the content that are compared: what a change request started from, and what it makes of it. */
import { queryOptions, type QueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { listsExtensions, supports, recordUnsupported, useSupports } from '#src/api/extensions.ts';
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
import { isUnsupported } from '#src/api/is-unsupported.ts';
import { changeRequestOf } from '../change-request-query.ts';
import type { ChangeRequestPath } from '../change-request-labels.ts';

/** What a change request is compared with: what it was last brought up to, or the space as it is now. */
export const comparisonBases = ['start', 'main'] as const;

/** One of them. */
export type ComparisonBase = (typeof comparisonBases)[number];

/** A state of the content of a space. */
export interface Side {
  spaceId: string;
  /** The revision; null for the space as it is now. */
  revisionId: string | null;
  /** The change request whose pages these are, where the server cannot be asked for a revision. */
  changeRequestId?: string;
}

/**
 * Both states of a change request: what it is compared with, and what it makes of that. Without earlier states, the pages
 * of the space as it is now stand on one side, and the pages of the change request on the other.
 */
export function sidesOf(
  { spaceId, changeRequestId }: ChangeRequestPath,
  { revision, revisionInitial, revisionMergedAncestor }: ChangeRequest,
  base: ComparisonBase,
  hasRevisions: boolean,
): { base: Side; next: Side } {
  if (!hasRevisions) {
    return { base: { spaceId, revisionId: null }, next: { spaceId, revisionId: revision, changeRequestId } };
  }
  const start = revisionMergedAncestor ?? revisionInitial;
  return {
    base: { spaceId, revisionId: base === 'main' ? null : start },
    next: { spaceId, revisionId: revision },
  };
}

/** Both states of a change request, for a loader; `useSides` is the same for what it loads. */
export async function loadSides(queryClient: QueryClient, path: ChangeRequestPath, base: ComparisonBase) {
  const [changeRequest, isSupported] = await Promise.all([
    queryClient.ensureQueryData(changeRequestOf(path)),
    supports(queryClient, 'listRevisionPages'),
  ]);
  const sides = sidesOf(path, changeRequest, base, isSupported);
  if (!isSupported || (await listsExtensions(queryClient))) return sides;
  try {
    await Promise.all([sides.base, sides.next].map((side) => queryClient.ensureQueryData(treeOf(side))));
    return sides;
  } catch (error) {
    if (!recordUnsupported(queryClient, 'listRevisionPages', error)) throw error;
    return sidesOf(path, changeRequest, base, false);
  }
}

/**
 * Both states of a change request, and whether the server can be asked for the one that it began from. Those of before stay
 * until the pages of new ones are there: whoever writes below them keeps the place and the focus.
 */
export function useSides(path: ChangeRequestPath, base: ComparisonBase) {
  const changeRequest = useDeferredValue(useSuspenseQuery(changeRequestOf(path)).data);
  const hasRevisions = useSupports('listRevisionPages') === true;
  return { changeRequest, hasRevisions, ...sidesOf(path, changeRequest, base, hasRevisions) };
}

/** The pages of a state as a tree, without their text. A revision never changes, so it is fetched once. */
export function treeOf({ spaceId, revisionId, changeRequestId }: Side) {
  const more = { query: { metadata: false }, throwOnError: true } as const;
  return queryOptions({
    // The pages of a change request are those of its revision, asked for in another way: neither waits for the other.
    queryKey: ['tree', spaceId, revisionId, changeRequestId ?? null],
    queryFn: async ({ client, signal }) => {
      const readRevision = (id: string) =>
        listRevisionPages({ path: { spaceId, revisionId: id }, signal, ...more }).catch((error: unknown) => {
          recordUnsupported(client, 'listRevisionPages', error);
          throw error;
        });
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

/** One page of a state with its text; null for a page that the state does not have. */
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

/**
 * What a change request changes, as the server lists it, or as its pages and files differ from those of the space now
 * where the server has no such list.
 *
 * @param limit the most changes to be told of
 */
export function changesOf(path: ChangeRequestPath, limit?: number) {
  const query = limit === undefined ? {} : { limit };
  return queryOptions({
    queryKey: getChangeRequestChangesQueryKey({ path, query }),
    queryFn: ({ signal }) => fetchChanges(path, query, signal),
  });
}

/** Like `changesOf`, right away. */
export async function fetchChanges(
  path: ChangeRequestPath,
  query: { limit?: number },
  signal: AbortSignal,
): Promise<ContentChanges> {
  try {
    return (await getChangeRequestChanges({ path, query, signal, throwOnError: true })).data;
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    // Few servers need it.
    const { compareWithSpace } = await import('./compare-with-space.ts');
    return compareWithSpace(path, query.limit, signal);
  }
}
