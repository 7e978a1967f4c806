import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Comments may be about words of a page (decision 346). */
const STATEMENTS = `
alter table comments add column quote jsonb;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
