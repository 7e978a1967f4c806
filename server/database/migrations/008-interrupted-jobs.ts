import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** How often a job was interrupted because its process ended: a job that ends processes is given up. */
const STATEMENTS = `
alter table jobs add column interruptions integer not null default 0;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
