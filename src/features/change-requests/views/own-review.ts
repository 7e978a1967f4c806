import { type QueryClient, useQuery } from '@tanstack/react-query';
import { listReviewsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Review } from '#api/generated/types.gen.ts';
import { currentUser } from '#src/api/session/session.ts';
import { useTakesReviews } from '../capabilities.ts';
import type { ChangeRequestPath } from '../labels.ts';

/** The reviews of a change request, newest first. */
export const reviewsOf = (path: ChangeRequestPath) => listReviewsOptions({ path, query: { limit: 100 } });

/** The revision of the person's last review; undefined if there is none. */
const reviewedBy = (reviews: { items: readonly Review[] } | undefined): string | undefined =>
  reviews?.items.find(({ reviewer }) => reviewer.id === currentUser()?.id)?.revision;

/** The same, for a loader; without the list of reviews there is nothing to compare with but the start. */
export const fetchReviewedRevision = (
  queryClient: QueryClient,
  path: ChangeRequestPath,
): Promise<string | undefined> =>
  queryClient.ensureQueryData(reviewsOf(path)).then(reviewedBy, () => undefined);

/** The revision that the person reviewed last; undefined if there is none, or the server lists no reviews. */
export function useReviewedRevision(path: ChangeRequestPath): string | undefined {
  const isListed = useTakesReviews();
  return reviewedBy(useQuery({ ...reviewsOf(path), enabled: isListed, retry: false }).data);
}
