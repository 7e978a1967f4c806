import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Who has approved the draft of a structure (decision 298), with the changes that it had. The version before leaves it empty. */
const STATEMENTS = `
alter table structure_drafts add column approvals jsonb not null default '[]';
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
