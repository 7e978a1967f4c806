import { queryOptions } from '@tanstack/react-query';
import { getChangeRequestOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { OperationId } from '#src/api/queries.ts';
import type { ChangeRequestPath } from './change-request-labels.ts';

/** How often an open page asks whether somebody else has merged or changed it, in milliseconds. */
const refetchIntervalMs = 60_000;

/** A change request that somebody works on: asked for again whenever the window gets the focus. */
export const changeRequestOf = (path: ChangeRequestPath) =>
  queryOptions({
    ...getChangeRequestOptions({ path }),
    refetchOnWindowFocus: 'always',
    refetchInterval: refetchIntervalMs,
  });

/** Everything that a change of a change request may put out of date. */
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
