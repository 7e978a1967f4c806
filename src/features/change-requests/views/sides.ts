/** The two states of the content that are compared: what a change request started from, and what it makes of it. */
import { queryOptions } from '@tanstack/react-query';
import { getChangeRequestChangesOptions } from '#src/api/generated/@tanstack/react-query.gen.ts';
import {
  getRevisionPage,
  getSpacePage,
  listRevisionPages,
  listSpacePages,
} from '#src/api/generated/sdk.gen.ts';
import type { ChangeRequest, ContentFormat, Page } from '#src/api/generated/types.gen.ts';
import type { ChangeRequestPath } from '../change-request-words.ts';

/** What a change request is compared with: what it was last brought up to, or the space as it is now. */
export const comparedWith = ['start', 'main'] as const;

/** One of them. */
export type ComparedWith = (typeof comparedWith)[number];

/** A state of the content of a space: one of its revisions, or null for the space as it is now. */
export interface Side {
  spaceId: string;
  revisionId: string | null;
}

/** What a change request is compared with. */
export function baseSide(spaceId: string, changeRequest: ChangeRequest, base: ComparedWith): Side {
  const { revisionInitial, revisionMergedAncestor } = changeRequest;
  return { spaceId, revisionId: base === 'main' ? null : (revisionMergedAncestor ?? revisionInitial) };
}

/** What the change request makes of the content. */
export function nextSide(spaceId: string, { revision }: ChangeRequest): Side {
  return { spaceId, revisionId: revision };
}

/** The pages of a state as a tree, without their text. A revision never changes, so it is fetched once. */
export function treeOf({ spaceId, revisionId }: Side) {
  const more = { query: { metadata: false }, throwOnError: true } as const;
  return queryOptions({
    queryKey: ['tree', spaceId, revisionId],
    queryFn: async ({ signal }) => {
      const { data } =
        revisionId === null
          ? await listSpacePages({ path: { spaceId }, signal, ...more })
          : await listRevisionPages({ path: { spaceId, revisionId }, signal, ...more });
      return data.pages;
    },
    ...(revisionId !== null && { staleTime: Infinity }),
  });
}

/** One page of a state with its text; null for a page that the state does not have. */
export function pageOf({ spaceId, revisionId }: Side, pageId: string | undefined, format: ContentFormat) {
  const more = { query: { format, metadata: false }, throwOnError: true } as const;
  return queryOptions({
    queryKey: ['page', spaceId, revisionId, pageId ?? null, format],
    queryFn: async ({ signal }): Promise<Page | null> => {
      if (pageId === undefined) return null;
      const { data } =
        revisionId === null
          ? await getSpacePage({ path: { spaceId, pageId }, signal, ...more })
          : await getRevisionPage({ path: { spaceId, revisionId, pageId }, signal, ...more });
      return data;
    },
    ...(revisionId !== null && { staleTime: Infinity }),
  });
}

/** The server's own list of what a change request changes; it is where changed files are found. */
export function changesOf(path: ChangeRequestPath) {
  return getChangeRequestChangesOptions({ path });
}
