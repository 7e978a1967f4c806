import type { RequestedReviewer, User } from '#api/generated/types.gen.ts';

/** Who was asked for a review: a person, or at some servers a team. */
export interface ReviewerRequest {
  id: string;
  displayName: string;
  /** Null for a team. */
  user: User | null;
  requestedBy: User | null;
  createdAt: string;
}

/** A request for a review as servers may answer it. */
type ReviewerRequestResponse = Partial<RequestedReviewer> & { team?: { id?: string; title?: string } };

/** Reads who was asked. A request that names neither a person nor a team is left out. */
export function parseReviewerRequests(requested: readonly RequestedReviewer[]): ReviewerRequest[] {
  return requested.flatMap(
    ({ user, team, requestedBy, createdAt = '' }: ReviewerRequestResponse): ReviewerRequest[] => {
      const about = { requestedBy: requestedBy ?? null, createdAt };
      if (user) return [{ id: user.id, displayName: user.displayName, user, ...about }];
      if (!team) return [];
      const { id = '', title = 'Team' } = team;
      return [{ id, displayName: title, user: null, ...about }];
    },
  );
}
