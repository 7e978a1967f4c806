import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Indexes for the grants of a person in any organization, and for the search in subjects of change requests. Without
 * statistics of the new expression, the search would read all change requests in order instead.
 */
const STATEMENTS = `
create index grants_by_person on grants (user_id) where user_id is not null;
create index change_requests_subject on change_requests using gin (search_key(subject) gin_trgm_ops);
analyze change_requests;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
