import { queryOptions } from '@tanstack/react-query';
import { getChangeRequestOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { OperationId } from '#src/api/queries.ts';
import type { ChangeRequestPath } from './change-request-labels.ts';

const refetchIntervalMs = 60_000;

/** A change request that is open on screen; refetched on focus and every minute. */
export const changeRequestOf = (path: ChangeRequestPath) =>
  queryOptions({
    ...getChangeRequestOptions({ path }),
    refetchOnWindowFocus: 'always',
    refetchInterval: refetchIntervalMs,
  });

/** Operations whose cached results a change of a change request invalidates. */
export const changeRequestInvalidations: readonly OperationId[] = [
  'getChangeRequest',
  'listChangeRequests',
  'listOrganizationChangeRequests',
  'countOrganizationChangeRequests',
  'getChangeRequestChanges',
  'getChangeRequestConflicts',
  'listChangeRequestLinks',
  'listContributors',
  'listChangeRequestPages',
  'getChangeRequestPage',
  'listChangeRequestPageLinks',
  'listChangeRequestFiles',
  'getChangeRequestContent',
  'listReviews',
  'listRequestedReviewers',
  'getSpace',
];
