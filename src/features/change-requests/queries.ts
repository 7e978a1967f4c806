import { queryOptions } from '@tanstack/react-query';
import {
  getChangeRequestOptions,
  listChangeRequestLinksQueryKey,
  listChangeRequestsInfiniteOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { listChangeRequestLinks } from '#api/generated/sdk.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { sendOptional } from '#src/api/optional-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';
import { intervalWithoutStream, type OperationId } from '#src/api/queries.ts';
import { choiceParam, type SearchParams, searchParams, textParam } from '#src/lib/search-params.ts';
import type { ChangeRequestPath } from './labels.ts';

const parsers = {
  status: choiceParam(['open', 'draft', 'merged', 'archived']),
  /** User id: only change requests with this contributor. */
  contributor: textParam(64),
};

export type SpaceListSearch = SearchParams<typeof parsers>;

/** Parses the URL's filters; invalid values are dropped. */
export const parseSpaceListSearch = searchParams(parsers);

/** The server's query for the filters; open change requests by default. */
export const toChangeRequestQuery = ({ status = 'open', contributor }: SpaceListSearch) => ({
  status,
  ...(contributor && { contributor }),
});

export const changeRequestsOf = (spaceId: string, search: SpaceListSearch) =>
  pagedOptions(
    listChangeRequestsInfiniteOptions({
      path: { spaceId },
      query: { limit: pageSize, ...toChangeRequestQuery(search) },
    }),
  );

/** Dialogs of a change request. The URL parameter `dialog` says which one is open. */
export const dialogNames = [
  'review',
  'reviewers',
  'open',
  'replace',
  'bypass',
  'description',
  'plan',
  'paragraphs',
] as const;

export type DialogName = (typeof dialogNames)[number];

const refetchIntervalMs = 60_000;

/** A change request that is open on screen; refetched every minute where the server has no stream. */
export const changeRequestOf = (path: ChangeRequestPath) =>
  queryOptions({
    ...getChangeRequestOptions({ path }),
    refetchInterval: () => intervalWithoutStream(refetchIntervalMs),
  });

/** How many links a change request breaks. A server that has the change request without this is asked once. */
export const linkStatsOf = (path: ChangeRequestPath) => {
  const query = { limit: 1 };
  return queryOptions({
    queryKey: listChangeRequestLinksQueryKey({ path, query }),
    queryFn: async ({ client, signal }) => {
      const request = () => listChangeRequestLinks({ path, query, signal, throwOnError: true });
      // The change request is on the screen.
      const denial = { isResourceThere: true };
      return (await sendOptional(client, 'listChangeRequestLinks', request, denial)).data;
    },
  });
};

/** Operations whose cached results a change of a change request invalidates. */
export const changeRequestInvalidations: readonly OperationId[] = [
  'getChangeRequest',
  'listChangeRequests',
  'listOrganizationChangeRequests',
  'countOrganizationChangeRequests',
  'getChangeRequestChanges',
  'getChangeRequestConflicts',
  'listChangeRequestLinks',
  'getChangeRequestChecks',
  'listContributors',
  'listChangeRequestPages',
  'getChangeRequestPage',
  'listChangeRequestPageLinks',
  'listChangeRequestFiles',
  'listChangeRequestReusableContents',
  'getChangeRequestReusableContent',
  'getChangeRequestContent',
  'listChangeRequestComments',
  'listReviews',
  'getChangeRequestMergeRules',
  'listOrganizationMergeStops',
  'listSpaceMergeStops',
  'listRequestedReviewers',
  'listSpaceRevisions',
  'listSpaceReusableContents',
  'getSpaceContent',
  'getSpaceReusableContent',
  'getSpace',
];
