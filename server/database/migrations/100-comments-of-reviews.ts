import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** The review that a comment was sent with. Its reviewer may be deleted; the comment stays. */
const STATEMENTS = `
alter table comments add column review_id text references reviews (id) on delete set null;
create index comments_review on comments (review_id) where review_id is not null;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
