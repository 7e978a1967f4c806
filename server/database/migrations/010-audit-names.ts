import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Audit entries store the names of ids that they mention, so that they stay known after a deletion. */
const STATEMENTS = `
alter table audit_log add column names jsonb;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
