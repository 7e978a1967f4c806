import type { ChangeRequest, RequestedReviewer, Review, User } from '#api/generated/types.gen.ts';
import { parseReviewerRequests } from './reviewer-requests.ts';

/** Something that happened to a change request. */
export interface ActivityEntry {
  key: string;
  at: string;
  /** Who did it; null where the server does not tell. */
  by: User | null;
  text: string;
  /** What was written about it, as markdown. */
  comment?: string | undefined;
}

/** What happened to a change request as far as the server tells, the latest first. */
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

/** A verdict as it is told of somebody: "approved it". */
function describeReview(status: string): string {
  if (status === 'approved') return 'approved';
  return status === 'changes-requested' ? 'requested changes' : status;
}
