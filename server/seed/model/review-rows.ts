import type { Row } from '#server/database/tables/schema.ts';
import type { Calendar } from './calendar.ts';
import type { ReviewRequestSeed, ReviewSeed } from './content-schemas.ts';
import type { OrganizationSeed } from './organization-schemas.ts';
import { seedId } from './seed-ids.ts';
import type { SpaceHistory } from './space-history.ts';

export interface ReviewRows {
  reviews: Row<'reviews'>[];
  requestedReviewers: Row<'requested_reviewers'>[];
}

/** Builds the rows of reviews, each for the revision of the change request at that time. */
export function buildReviewRows(
  { reviews = [], reviewRequests = [] }: OrganizationSeed,
  histories: ReadonlyMap<string, SpaceHistory>,
  calendar: Calendar,
): ReviewRows {
  const find = ({ space, change }: ReviewSeed | ReviewRequestSeed) => {
    const history = histories.get(space);
    const request = history?.requests.get(change);
    if (!history || !request) throw new Error(`A review names ${space}/${change}, which does not exist`);
    return { history, id: request.row.id };
  };
  return {
    reviews: reviews.map((review, index) => {
      const { history, id } = find(review);
      return {
        id: seedId('review', review.space, String(index)),
        change_request_id: id,
        reviewer_id: seedId('person', review.by),
        status: review.status,
        revision_id: history.revisionAt(review.ago, review.change).id,
        comment: review.comment ?? null,
        created_at: calendar.ago(review.ago),
      };
    }),
    requestedReviewers: reviewRequests.flatMap((request) =>
      request.people.map((person) => ({
        change_request_id: find(request).id,
        user_id: seedId('person', person),
        requested_by: seedId('person', request.by),
        created_at: calendar.ago(request.ago),
      })),
    ),
  };
}
