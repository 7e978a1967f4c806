import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** The view that the editor of a space begins in; null for the visual one. */
const STATEMENTS = `
alter table spaces add column writing_view text check (writing_view in ('visual', 'source'));
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
