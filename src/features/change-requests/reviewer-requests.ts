import type { RequestedReviewer, User } from '#api/generated/types.gen.ts';

/** A requested review: from a person, or on some servers from a team. */
export interface ReviewerRequest {
  id: string;
  displayName: string;
  /** Null for a team. */
  user: User | null;
  requestedBy: User | null;
  createdAt: string;
}

/** A review request as servers may return it. */
type ReviewerRequestResponse = Partial<RequestedReviewer> & { team?: { id?: string; title?: string } };

/** Parses review requests. Skips those that name neither a person nor a team. */
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
