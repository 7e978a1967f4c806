import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Previews of branches beside the synchronized one (decision 344). */
const STATEMENTS = `
create table git_branch_previews (
  id text primary key,
  connection_id text not null references git_connections (id) on delete cascade,
  branch text not null,
  requested_at timestamptz(3),
  tried_commit text,
  revision_id text,
  commit text,
  message text not null default '',
  author text not null default '',
  pages integer not null default 0,
  notes jsonb not null default '[]',
  error text,
  error_reason text,
  status_problem text,
  created_by text references users (id) on delete set null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (connection_id, branch)
);
create index git_branch_previews_revision on git_branch_previews (revision_id) where revision_id is not null;
create index git_branch_previews_age on git_branch_previews (updated_at);
create index git_branch_previews_created_by on git_branch_previews (created_by) where created_by is not null;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
