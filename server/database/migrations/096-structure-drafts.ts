import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** The draft of each site's structure (decision 298): its changes, and when it is applied by itself. */
const STATEMENTS = `
create table structure_drafts (
  site_id text primary key references sites (id) on delete cascade,
  updated_at timestamptz(3) not null,
  scheduled_at timestamptz(3),
  scheduled_by text references users (id) on delete set null,
  schedule_id text,
  problem text,
  problem_at timestamptz(3)
);
create index structure_drafts_scheduled_by on structure_drafts (scheduled_by) where scheduled_by is not null;

create table structure_draft_changes (
  id text primary key,
  place bigint not null generated always as identity,
  site_id text not null references structure_drafts (site_id) on delete cascade,
  created_by text references users (id) on delete set null,
  created_at timestamptz(3) not null,
  summary text not null,
  steps json not null
);
create index structure_draft_changes_site on structure_draft_changes (site_id, place);
create index structure_draft_changes_author on structure_draft_changes (created_by) where created_by is not null;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
