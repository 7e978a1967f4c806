import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Identity providers with OpenID Connect (decision 165), and sign-ins under way. A request can be finished once, by any
 * process, in the browser that started it.
 */
const STATEMENTS = `
create table oidc_providers (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  label text not null,
  issuer text not null,
  client_id text not null,
  client_secret text not null,
  default_team_id text references teams (id) on delete set null,
  default_role smallint not null default 0,
  status text not null default 'pending',
  created_at timestamptz(3) not null default now()
);
create index oidc_providers_created on oidc_providers (organization_id, created_at, id);

create table oidc_requests (
  state_hash text primary key,
  provider_id text not null references oidc_providers (id) on delete cascade,
  browser_hash text not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index oidc_requests_expires on oidc_requests (expires_at);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
