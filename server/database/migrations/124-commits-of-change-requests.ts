import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Change requests show the last commit that was written into them: few revisions have one. */
const STATEMENTS = `
create index revision_rows_commits on revision_rows (change_request_id, created_at)
  where change_request_id is not null and git is not null;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
