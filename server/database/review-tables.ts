import type { Generated } from 'kysely';

// The tables of migration 004: reviews.

export interface ReviewsTable {
  id: string;
  change_request_id: string;
  reviewer_id: string;
  status: string;
  revision_id: string;
  comment: string | null;
  created_at: Generated<Date>;
}

export interface RequestedReviewersTable {
  change_request_id: string;
  user_id: string;
  requested_by: string | null;
  created_at: Generated<Date>;
}
