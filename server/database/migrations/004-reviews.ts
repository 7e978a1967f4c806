import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Reviews of change requests, requested reviewers, and indexes for the lists of an organization's change requests. */
const STATEMENTS = `
create table reviews (
  id text primary key,
  change_request_id text not null references change_requests (id) on delete cascade,
  reviewer_id text not null references users (id) on delete cascade,
  status text not null,
  revision_id text not null,
  comment text,
  created_at timestamptz(3) not null default now()
);
create index reviews_change_request on reviews (change_request_id, created_at, id);
create index reviews_reviewer on reviews (change_request_id, reviewer_id, created_at, id);

create table requested_reviewers (
  change_request_id text not null references change_requests (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  requested_by text references users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  primary key (change_request_id, user_id)
);
create index requested_reviewers_user on requested_reviewers (user_id, change_request_id);

create index change_requests_changed on change_requests (organization_id, updated_at, id);
create index change_requests_newest on change_requests (organization_id, created_at, id);
create index change_requests_newest_status on change_requests (organization_id, status, created_at, id);
create index change_requests_creator on change_requests (organization_id, created_by, updated_at, id);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
