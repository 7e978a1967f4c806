import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** The merge rules of organizations and spaces (decision 297), and whom they stopped. */
const STATEMENTS = `
create table merge_rules (
  scope_id text primary key,
  organization_id text references organizations (id) on delete cascade,
  space_id text references spaces (id) on delete cascade,
  approvals smallint not null default 0,
  teams text[] not null default '{}',
  owners jsonb not null default '[]',
  current_approvals boolean not null default false,
  comments_resolved boolean not null default false,
  up_to_date boolean not null default false,
  no_broken_links boolean not null default false,
  administrators_bypass boolean not null default false,
  bypass_teams text[] not null default '{}',
  updated_at timestamptz(3) not null,
  check (num_nonnulls(organization_id, space_id) = 1)
);
create index merge_rules_organization on merge_rules (organization_id) where organization_id is not null;
create index merge_rules_space on merge_rules (space_id) where space_id is not null;

create table merge_stops (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  space_id text not null references spaces (id) on delete cascade,
  change_request_id text references change_requests (id) on delete cascade,
  user_id text references users (id) on delete set null,
  attempt text not null,
  reasons jsonb not null,
  bypass_reason text,
  times integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index merge_stops_organization on merge_stops (organization_id, updated_at, id);
create index merge_stops_space on merge_stops (space_id, updated_at, id);
create index merge_stops_change_request on merge_stops (change_request_id) where change_request_id is not null;
create index merge_stops_user on merge_stops (user_id) where user_id is not null;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
