import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** What people leave behind in an organization (decision 283), and views that they share. */
const STATEMENTS = `
create table personal_states (
  organization_id text not null,
  user_id text not null,
  kind text not null,
  subject text not null,
  value jsonb not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, user_id, kind, subject),
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);

create table shared_views (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  screen text not null,
  name text not null,
  search text not null,
  created_by text references users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (organization_id, screen, name)
);
create index shared_views_created on shared_views (organization_id, created_at, id);
create index shared_views_creator on shared_views (created_by) where created_by is not null;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
