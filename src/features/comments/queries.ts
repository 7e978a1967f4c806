/** Queries for comments. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  listChangeRequestCommentReplies,
  listChangeRequestComments,
  listOrganizationComments,
  listSpaceCommentReplies,
  listSpaceComments,
} from '#api/generated/sdk.gen.ts';
import type { Comment, OrganizationComment } from '#api/generated/types.gen.ts';
import { isUnsupported } from '#src/api/errors.ts';
import { nextPageParam, type ListPage } from '#src/api/paging.ts';
import type { OperationId } from '#src/api/queries.ts';

/** A comment of a list; lists across spaces add titles. */
export type ListedComment = Comment & Partial<OrganizationComment>;

/** Which comments are listed: of a change request, of a space, or of all spaces of an organization. */
export type CommentScope =
  | { of: 'changeRequest'; spaceId: string; changeRequestId: string }
  | { of: 'space'; spaceId: string }
  | { of: 'organization'; organizationId: string };

export interface ThreadFilter {
  status: 'open' | 'resolved' | 'all';
  /** User id of the author. */
  author?: string | undefined;
  /** Page id. */
  page?: string | undefined;
  /** Space id; only for organizations. */
  space?: string | undefined;
}

const threadsPerPage = 50;

const operations: Record<CommentScope['of'], OperationId> = {
  changeRequest: 'listChangeRequestComments',
  space: 'listSpaceComments',
  organization: 'listOrganizationComments',
};

/** The comments of a scope, newest first. */
export function threadsOf(scope: CommentScope, filter: ThreadFilter) {
  return infiniteQueryOptions({
    queryKey: [{ _id: operations[scope.of], path: scope, filter }],
    queryFn: async ({ pageParam, signal, client }): Promise<ListPage<ListedComment>> => {
      const { status, author, page, space } = filter;
      const query = {
        limit: threadsPerPage,
        status,
        format: 'document',
        ...(author !== undefined && { authors: [author] }),
        ...(pageParam !== '' && { page: pageParam }),
      } as const;
      const pageFilter = page === undefined ? {} : { targetPage: page };
      const more = { signal, throwOnError: true } as const;
      if (scope.of === 'organization') {
        const { organizationId } = scope;
        const spaceFilter = space === undefined ? {} : { space };
        const options = {
          path: { organizationId },
          query: { ...query, ...pageFilter, ...spaceFilter },
          ...more,
        };
        try {
          return (await listOrganizationComments(options)).data;
        } catch (error) {
          if (!isUnsupported(error)) throw error;
          // Only few servers need this, so it is loaded on demand.
          const { fanOutThreads } = await import('./fan-out-threads.ts');
          return fanOutThreads(client, organizationId, filter, pageParam, signal);
        }
      }
      const { spaceId } = scope;
      if (scope.of === 'space') {
        return (await listSpaceComments({ path: { spaceId }, query: { ...query, ...pageFilter }, ...more }))
          .data;
      }
      const path = { spaceId, changeRequestId: scope.changeRequestId };
      return (await listChangeRequestComments({ path, query: { ...query, ...pageFilter }, ...more })).data;
    },
    initialPageParam: '',
    getNextPageParam: nextPageParam,
  });
}

/** The first hundred replies to a comment, oldest first. */
export function repliesOf({ id: commentId, target }: Comment) {
  const { space: spaceId, changeRequest: changeRequestId } = target;
  const operation: OperationId =
    changeRequestId === undefined ? 'listSpaceCommentReplies' : 'listChangeRequestCommentReplies';
  return queryOptions({
    queryKey: [{ _id: operation, path: { spaceId, commentId } }],
    queryFn: async ({ signal }) => {
      const more = { query: { limit: 100, format: 'document' }, signal, throwOnError: true } as const;
      const { data } =
        changeRequestId === undefined
          ? await listSpaceCommentReplies({ path: { spaceId, commentId }, ...more })
          : await listChangeRequestCommentReplies({ path: { spaceId, changeRequestId, commentId }, ...more });
      return data.items;
    },
  });
}

/** Operations to invalidate after a comment is deleted. Its replies are deleted too and can't be fetched. */
export const deletionInvalidations: readonly OperationId[] = [
  'listChangeRequestComments',
  'listSpaceComments',
  'listOrganizationComments',
  'getChangeRequestMergeRules',
  'getChangeRequest',
  'listChangeRequests',
  'listOrganizationChangeRequests',
  'getSpace',
];

/** Operations to invalidate after any other change of a comment. */
export const commentInvalidations: readonly OperationId[] = [
  ...deletionInvalidations,
  'listChangeRequestCommentReplies',
  'listSpaceCommentReplies',
];
