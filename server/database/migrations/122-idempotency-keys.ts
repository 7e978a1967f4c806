import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Keys of changes that were made, and the responses to them, for a day (decision 334). */
const STATEMENTS = `
create table idempotency_keys (
  name text primary key,
  user_id text not null,
  attempt text not null,
  body_digest text not null,
  created_at timestamptz(3) not null,
  status integer,
  headers jsonb,
  body bytea
);
create index idempotency_keys_user on idempotency_keys (user_id, created_at);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
