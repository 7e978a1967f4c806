import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** What each server last wrote to the primary, by which it sees how far replicas are (decision 321). */
const STATEMENTS = `
create table server_heartbeats (
  server_id text primary key,
  beat bigint not null,
  at timestamptz(3) not null
);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
