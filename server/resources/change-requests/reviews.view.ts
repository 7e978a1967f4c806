import type { RequestedReviewer, Review } from '#api/generated/types.gen.ts';
import { toAuthorView, toUserView } from '#server/access/users.view.ts';
import type { RequestedReviewerRow, ReviewRow } from './reviews.queries.ts';

/** `revisionId`: the current revision of the change request. */
export function toReviewView(row: ReviewRow, revisionId: string): Review {
  return {
    object: 'review',
    id: row.id,
    reviewer: toUserView({ ...row, id: row.user_id }),
    status: row.status,
    revision: row.revision_id,
    outdated: row.revision_id !== revisionId,
    ...(row.comment !== null && { comment: row.comment }),
    createdAt: row.created_at.toISOString(),
  };
}

export function toRequestedReviewerView(row: RequestedReviewerRow): RequestedReviewer {
  const requester = { display_name: row.asker_name, email: row.asker_email, photo_url: row.asker_photo_url };
  return {
    user: toUserView(row),
    ...(row.asker_id !== null && { requestedBy: toAuthorView(row.asker_id, requester) }),
    createdAt: row.created_at.toISOString(),
  };
}
