import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Merges that the server does later (decision 329). */
const STATEMENTS = `
create table planned_merges (
  id text primary key,
  place bigint not null generated always as identity,
  change_request_id text not null references change_requests (id) on delete cascade,
  user_id text references users (id) on delete set null,
  mode text not null,
  run_at timestamptz(3),
  state text not null,
  problem text,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create unique index planned_merges_waiting on planned_merges (change_request_id) where state = 'waiting';
create index planned_merges_change_request on planned_merges (change_request_id, place);
create index planned_merges_age on planned_merges (created_at);
create index planned_merges_user on planned_merges (user_id) where user_id is not null;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
