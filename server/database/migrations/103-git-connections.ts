import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Connections of spaces with repositories (decision 307), and their syncs. */
const STATEMENTS = `
create table git_connections (
  id text primary key,
  space_id text not null unique references spaces (id) on delete cascade,
  url text not null,
  branch text not null,
  directory text not null,
  username text,
  token text not null default '',
  token_ends_at timestamptz(3),
  initial text not null,
  message_template text,
  author_emails text not null default 'no-reply',
  accepts_conversion boolean not null default false,
  webhook_secret text not null default '',
  webhook_received_at timestamptz(3),
  paused_at timestamptz(3),
  synced_commit text,
  synced_revision_id text,
  synced_at timestamptz(3),
  seen_revision_id text,
  change_request_id text references change_requests (id) on delete set null,
  error text,
  error_reason text,
  rewritten_to text,
  accepted_rewrite text,
  failures integer not null default 0,
  requested_at timestamptz(3),
  request_trigger text,
  requested_by text references users (id) on delete set null,
  next_sync_at timestamptz(3) not null,
  locked_until timestamptz(3),
  step text,
  created_by text references users (id) on delete set null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index git_connections_next_sync on git_connections (next_sync_at) where paused_at is null;
create index git_connections_change_request on git_connections (change_request_id) where change_request_id is not null;
create index git_connections_requested_by on git_connections (requested_by) where requested_by is not null;
create index git_connections_created_by on git_connections (created_by) where created_by is not null;

create table git_syncs (
  id text primary key,
  connection_id text not null references git_connections (id) on delete cascade,
  trigger text not null,
  state text not null,
  commit_before text,
  commit_after text,
  revision_id text,
  change_request_id text references change_requests (id) on delete set null,
  received jsonb,
  sent jsonb not null default '[]',
  sent_count integer not null default 0,
  notes jsonb not null default '[]',
  error text,
  error_reason text,
  attempts integer not null default 1,
  created_by text references users (id) on delete set null,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3)
);
create index git_syncs_connection on git_syncs (connection_id, created_at, id);
create index git_syncs_change_request on git_syncs (change_request_id) where change_request_id is not null;
create index git_syncs_created_by on git_syncs (created_by) where created_by is not null;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
