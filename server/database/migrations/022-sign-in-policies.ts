import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * The organizations that sessions and API tokens open (decisions 155 and 156): how and where they were
 * started, the organizations of a token, and the policies of organizations. Events of persons without an
 * organization have a log of the installation.
 */
const STATEMENTS = `
alter table sessions add column user_agent text;
alter table sessions add column address text;
alter table sessions add column last_seen_at timestamptz(3);
update sessions set last_seen_at = coalesce(rotated_at, created_at);
update sessions set method = 'saml' where sso_organization_id is not null;
create index sessions_user_created on sessions (user_id, created_at, id);
drop index sessions_user;

alter table tokens add column method text;
alter table tokens add column sso_organization_id text references organizations (id) on delete cascade;
alter table tokens add column organization_ids text[];
alter table tokens add column without_organization_ids text[] not null default '{}';
create index tokens_user_created on tokens (user_id, created_at, id) where session_id is null;

alter table organizations add column passkey_required boolean not null default false;
alter table organizations add column session_hours integer;
alter table organizations add column token_days integer;

create table installation_log (
  id text primary key,
  at timestamptz(3) not null default now(),
  actor_id text,
  action text not null,
  target_kind text not null,
  target_id text not null,
  summary text not null,
  before jsonb,
  after jsonb
);
create index installation_log_at on installation_log (at, id);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
