import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * The identities of members at identity providers (decision 169). An identity belongs to one provider as it
 * is set up, and ends with the provider and with the membership. A sign-in that links one names the session
 * that started it.
 */
const STATEMENTS = `
create table sign_on_identities (
  id text primary key,
  organization_id text not null,
  user_id text not null,
  saml_provider_id text references saml_providers (id) on delete cascade,
  oidc_provider_id text references oidc_providers (id) on delete cascade,
  subject text not null,
  email text not null,
  linked_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade,
  check (num_nonnulls(saml_provider_id, oidc_provider_id) = 1)
);
create unique index sign_on_identities_saml on sign_on_identities (saml_provider_id, subject);
create unique index sign_on_identities_oidc on sign_on_identities (oidc_provider_id, subject);
create index sign_on_identities_member on sign_on_identities (user_id, organization_id);

alter table saml_requests add column link_session_id text references sessions (id) on delete cascade;
alter table oidc_requests add column link_session_id text references sessions (id) on delete cascade;
create index saml_requests_link on saml_requests (link_session_id) where link_session_id is not null;
create index oidc_requests_link on oidc_requests (link_session_id) where link_session_id is not null;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
