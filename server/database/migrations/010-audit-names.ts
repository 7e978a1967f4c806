import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** What an entry of the audit log mentions by identifier keeps its name there, also once it is deleted. */
const STATEMENTS = `
alter table audit_log add column names jsonb;
`;

/** Adds the column. */
export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
