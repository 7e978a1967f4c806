import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * SSO: pending sign-ins, used assertions, and limits of sessions. All in the database, so that a sign-in can start in
 * one process and end in another.
 */
const STATEMENTS = `
alter table sessions add column ends_at timestamptz(3);
alter table sessions add column without_organization_ids text[] not null default '{}';

create table saml_requests (
  id text primary key,
  provider_id text not null references saml_providers (id) on delete cascade,
  browser_hash text not null,
  return_to text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index saml_requests_expires on saml_requests (expires_at);

create table saml_assertions (
  provider_id text not null references saml_providers (id) on delete cascade,
  assertion_id text not null,
  expires_at timestamptz(3) not null,
  primary key (provider_id, assertion_id)
);
create index saml_assertions_expires on saml_assertions (expires_at);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
