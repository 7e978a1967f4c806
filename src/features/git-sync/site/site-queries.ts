import { queryOptions } from '@tanstack/react-query';
import {
  getSiteGitOptions,
  getSiteGitWebhookOptions,
  listSiteGitSyncsInfiniteOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';
import type { InvalidationTarget } from '#src/api/queries.ts';
import { pollingOf } from '../queries.ts';

export interface SitePath {
  organizationId: string;
  siteId: string;
}

/** The connection of a site that has one. */
export const siteConnectionOf = (path: SitePath) =>
  queryOptions({
    ...getSiteGitOptions({ path }),
    refetchInterval: ({ state: { data } }) => pollingOf(data),
  });

/** What has changed with the syncs of a site, newest first. */
export const siteSyncsOf = (path: SitePath) =>
  pagedOptions(listSiteGitSyncsInfiniteOptions({ path, query: { limit: pageSize } }));

export const siteWebhookOf = (path: SitePath) => getSiteGitWebhookOptions({ path });

/** What changes with a connection. */
export const siteConnectionQueries = (path: SitePath): InvalidationTarget[] =>
  (['getSiteGit', 'listSiteGitSyncs', 'getSiteGitWebhook', 'getSite'] as const).map((operation) => ({
    operation,
    path: { ...path },
  }));

/** What changes with the structure that a sync brings. */
export const syncedSiteQueries = (path: SitePath): InvalidationTarget[] =>
  (['listSiteGitSyncs', 'getSiteStructure', 'listSiteSections', 'listSiteSpaces', 'getSite'] as const).map(
    (operation) => ({ operation, path: { ...path } }),
  );
