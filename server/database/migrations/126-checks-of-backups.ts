import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** When a backup was last restored to check it again (decision 319). */
const STATEMENTS = `
alter table backups add column checked_at timestamptz(3);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
