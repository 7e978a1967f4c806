import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Claims of identity providers about people (decision 232): whether addresses count that a provider does not
 * confirm, and the attributes of SAML responses that an administrator names. Where a provider publishes its
 * metadata, and when it is read again (decision 233).
 */
const STATEMENTS = `
alter table oidc_providers add column trusts_verified_domains boolean not null default false;

alter table saml_providers
  add column email_attributes text[] not null default '{}',
  add column name_attributes text[] not null default '{}',
  add column metadata_url text,
  add column metadata_read_at timestamptz(3),
  add column metadata_problem text,
  add column next_metadata_read_at timestamptz(3);
create index saml_providers_next_metadata_read on saml_providers (next_metadata_read_at)
  where next_metadata_read_at is not null;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
