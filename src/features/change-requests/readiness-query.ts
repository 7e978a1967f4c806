import { useQuery } from '@tanstack/react-query';
import {
  getChangeRequestConflictsOptions,
  listChangeRequestLinksOptions,
  listRequestedReviewersOptions,
  listReviewsOptions,
} from '#src/api/generated/@tanstack/react-query.gen.ts';
import { type ChangeRequestPath, isUnfinished } from './change-request-words.ts';
import type { Target } from './change-request-actions.ts';

/** The requests behind the readiness of a change request. */
export const readinessQueries = (path: ChangeRequestPath) => ({
  conflicts: { ...getChangeRequestConflictsOptions({ path }), retry: false },
  links: { ...listChangeRequestLinksOptions({ path, query: { limit: 1 } }), retry: false },
  reviews: { ...listReviewsOptions({ path, query: { limit: 100 } }), retry: false },
  requested: { ...listRequestedReviewersOptions({ path, query: { limit: 100 } }), retry: false },
});

/** What there is to know about the readiness of a change request; what has not arrived is undefined. */
export function useReadiness({ path, changeRequest }: Target, enabled: boolean) {
  const queries = readinessQueries(path);
  const open = enabled && isUnfinished(changeRequest);
  return {
    conflicts: useQuery({ ...queries.conflicts, enabled: open }).data,
    links: useQuery({ ...queries.links, enabled: open }).data?.stats,
    reviews: useQuery({ ...queries.reviews, enabled }).data?.items,
    requested: useQuery({ ...queries.requested, enabled }).data?.items,
  };
}
