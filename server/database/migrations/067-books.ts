import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** What describes the book of a revision beside its pages and files (`StoredBook`); null for none. */
const STATEMENTS = `
alter table revisions add column book jsonb;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
