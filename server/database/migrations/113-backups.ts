import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Backups that servers wrote on a schedule (decision 319), so that the oldest can be deleted. */
const STATEMENTS = `
create table backups (
  name text primary key,
  place text not null,
  bytes bigint not null,
  at timestamptz(3) not null,
  is_verified boolean not null
);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
