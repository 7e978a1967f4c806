import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** How often a job was taken by a process that ended before the job did: a job that ends processes is set aside. */
const STATEMENTS = `
alter table jobs add column interruptions integer not null default 0;
`;

/** Adds the column. */
export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
