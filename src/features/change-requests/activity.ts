import type { ChangeRequest, RequestedReviewer, Review, User } from '#api/generated/types.gen.ts';
import { parseReviewerRequests } from './reviewer-requests.ts';

export interface ActivityEntry {
  key: string;
  at: string;
  /** Null if the server does not report it. */
  by: User | null;
  text: string;
  /** Markdown. */
  comment?: string | undefined;
}

/** Activity of a change request, newest first. */
export function activityOf(
  {
    createdAt,
    createdBy,
    updatedAt,
    status,
  }: Pick<ChangeRequest, 'createdAt' | 'createdBy' | 'updatedAt' | 'status'>,
  reviews: readonly Review[],
  requested: readonly RequestedReviewer[],
): ActivityEntry[] {
  const last = status === 'merged' ? 'Merged' : status === 'archived' ? 'Archived' : 'Updated';
  const entries: ActivityEntry[] = [
    { key: 'created', at: createdAt, by: createdBy, text: 'created this change request' },
    ...reviews.map(({ id, createdAt: at, reviewer, status: verdict, comment, outdated }) => ({
      key: id,
      at,
      by: reviewer,
      text: `${describeReview(verdict)}${outdated ? ' (outdated)' : ''}`,
      comment,
    })),
    ...parseReviewerRequests(requested).map(({ id, displayName, requestedBy, createdAt: at }) => ({
      key: `asked-${id}`,
      at,
      by: requestedBy,
      text: `requested a review from ${displayName}`,
    })),
  ];
  if (updatedAt !== createdAt) entries.push({ key: 'updated', at: updatedAt, by: null, text: last });
  return entries.toSorted((a, b) => b.at.localeCompare(a.at));
}

/** A review as an activity text: "approved". */
function describeReview(status: string): string {
  if (status === 'approved') return 'approved';
  return status === 'changes-requested' ? 'requested changes' : status;
}
