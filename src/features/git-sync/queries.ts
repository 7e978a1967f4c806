import { queryOptions } from '@tanstack/react-query';
import {
  getSpaceGitOptions,
  getSpaceGitWebhookOptions,
  listSpaceGitBranchesOptions,
  listSpaceGitBranchPreviewsInfiniteOptions,
  listSpaceGitSyncsInfiniteOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { GitConnection } from '#api/generated/types.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';
import type { InvalidationTarget } from '#src/api/queries.ts';

/** How often a connection is read again: while something is about to happen, and else. No event tells of each step. */
const busyMs = 1500;
const idleMs = 15_000;

/** The forms of a connection. */
export type ConnectionFormName = 'token' | 'settings';

/** What can be open on the screen of a space. */
export type SpaceGitDialog = ConnectionFormName | 'branch';

const isBusy = ({ state, error }: Pick<GitConnection, 'state' | 'error'>): boolean =>
  state === 'running' || (state === 'waiting' && error === undefined);

/** When a connection is read again. */
export const pollingOf = (connection: Pick<GitConnection, 'state' | 'error'> | undefined): number =>
  connection && isBusy(connection) ? busyMs : idleMs;

/** The connection of a space that has one. */
export const connectionOf = (spaceId: string) =>
  queryOptions({
    ...getSpaceGitOptions({ path: { spaceId } }),
    refetchInterval: ({ state: { data } }) => pollingOf(data),
  });

/** What has changed with the syncs of a space, newest first. */
export const syncsOf = (spaceId: string) =>
  pagedOptions(listSpaceGitSyncsInfiniteOptions({ path: { spaceId }, query: { limit: pageSize } }));

/** The previews of branches of a space. */
export const branchPreviewsOf = (spaceId: string) =>
  pagedOptions(listSpaceGitBranchPreviewsInfiniteOptions({ path: { spaceId }, query: { limit: pageSize } }));

/** The branches that the repository has at this moment. */
export const branchesOf = (spaceId: string) => listSpaceGitBranchesOptions({ path: { spaceId } });

export const webhookOf = (spaceId: string) => getSpaceGitWebhookOptions({ path: { spaceId } });

/** What changes with a connection. */
export const connectionQueries = (spaceId: string): InvalidationTarget[] =>
  (['getSpaceGit', 'listSpaceGitSyncs', 'getSpaceGitWebhook', 'getSpace'] as const).map((operation) => ({
    operation,
    path: { spaceId },
  }));

/** What changes with a preview of a branch: a sync begins. */
export const branchPreviewQueries = (spaceId: string): InvalidationTarget[] =>
  (['listSpaceGitBranchPreviews', 'getSpaceGit'] as const).map((operation) => ({
    operation,
    path: { spaceId },
  }));

/** What changes with the content that a sync brings. */
export const syncedQueries = (spaceId: string): InvalidationTarget[] =>
  (
    [
      'listSpaceGitSyncs',
      'listSpaceGitBranchPreviews',
      'listSpacePages',
      'listSpaceFiles',
      'listSpaceLinks',
      'getSpaceContent',
      'listSpaceRevisions',
      'getSpace',
      'listChangeRequests',
    ] as const
  ).map((operation) => ({ operation, path: { spaceId } }));
