import { type Kysely, sql } from 'kysely';
import { domainOf } from '#server/base/email-addresses.ts';
import type { Database } from '#server/database/tables/schema.ts';

/**
 * The oldest complete identity provider for an email address (in lower case): of organizations that have claimed its
 * domain, unless another one has verified it, and of organizations that its owner is a member of.
 */
export async function findProviderFor(
  db: Kysely<Database>,
  email: string,
): Promise<{ kind: 'saml' | 'oidc'; id: string } | undefined> {
  const domain = domainOf(email);
  const { rows } = await sql<{ kind: 'saml' | 'oidc'; id: string }>`
    with found as (
      select organizations.id from organizations
      where organizations.email_domains @> ${[domain]}::text[] and not exists (
        select from email_domains other where other.domain = ${domain} and other.proven_at is not null
          and other.organization_id <> organizations.id)
      union select members.organization_id from members join users on users.id = members.user_id
      where lower(users.email) = ${email}
    )
    select kind, id from (
      select 'saml' as kind, id, created_at from saml_providers
      where organization_id in (select id from found)
        and entity_id is not null and sso_url is not null and certificate is not null
      union all select 'oidc', id, created_at from oidc_providers where organization_id in (select id from found)
    ) as provider order by created_at, id limit 1`.execute(db);
  return rows[0];
}
