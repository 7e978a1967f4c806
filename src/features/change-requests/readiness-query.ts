import { useQuery } from '@tanstack/react-query';
import {
  getChangeRequestConflictsOptions,
  listChangeRequestLinksOptions,
  listRequestedReviewersOptions,
  listReviewsOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { type ChangeRequestPath, isUnfinished } from './change-request-labels.ts';
import type { Target } from './change-request-actions.ts';
import { isUnsupported } from '#src/api/is-unsupported.ts';
import type { Known } from './readiness.ts';
import { useUnviewedPages } from './views/use-unviewed-pages.ts';

/** Requests for the merge checks of a change request. */
export const readinessQueries = (path: ChangeRequestPath) => ({
  conflicts: { ...getChangeRequestConflictsOptions({ path }), retry: false },
  links: { ...listChangeRequestLinksOptions({ path, query: { limit: 1 } }), retry: false },
  reviews: { ...listReviewsOptions({ path, query: { limit: 100 } }), retry: false },
  requested: { ...listRequestedReviewersOptions({ path, query: { limit: 100 } }), retry: false },
});

/** Data for the merge checks of a change request. */
export function useReadiness({ path, changeRequest }: Target, enabled: boolean) {
  const queries = readinessQueries(path);
  const open = enabled && isUnfinished(changeRequest);
  const links = toKnown(useQuery({ ...queries.links, enabled: open }));
  const reviews = toKnown(useQuery({ ...queries.reviews, enabled }));
  const requested = toKnown(useQuery({ ...queries.requested, enabled }));
  return {
    unviewed: useUnviewedPages(path, changeRequest, open),
    conflicts: toKnown(useQuery({ ...queries.conflicts, enabled: open })),
    links: links && links.stats,
    reviews: reviews && reviews.items,
    requested: requested && requested.items,
  };
}

/** The data; null if the server does not support the operation. */
function toKnown<Answer>({ data, error }: { data: Answer | undefined; error: unknown }): Known<Answer> {
  return data ?? (isUnsupported(error) ? null : undefined);
}
