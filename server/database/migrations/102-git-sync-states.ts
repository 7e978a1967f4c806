import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** How far spaces and branches of repositories are the same (decision 305). */
const STATEMENTS = `
create table git_sync_states (
  connection_id text primary key,
  space_id text not null references spaces (id) on delete cascade,
  read_commit text,
  read_revision text,
  written_revision text,
  folder text not null default '',
  pushing jsonb,
  request_id text,
  request_commit text,
  request_revision text,
  held jsonb not null default '[]',
  assigned_paths jsonb not null default '{}',
  updated_at timestamptz(3) not null
);
create index git_sync_states_space on git_sync_states (space_id);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
