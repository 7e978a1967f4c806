import { type Kysely, sql, type Transaction } from 'kysely';
import { domainOf } from '#server/access/email-addresses.ts';
import type { Database, Row } from '#server/database/schema.ts';

/** A provider by its id, of any organization. */
export function findAnyProvider(
  db: Kysely<Database>,
  providerId: string,
): Promise<Row<'saml_providers'> | undefined> {
  return db.selectFrom('saml_providers').selectAll().where('id', '=', providerId).executeTakeFirst();
}

/**
 * Providers for an email address (in lower case), oldest first: of organizations that have claimed its domain, unless
 * another one has verified it, and of organizations that its owner is a member of.
 */
export function findProvidersFor(db: Kysely<Database>, email: string): Promise<Row<'saml_providers'>[]> {
  const belongs = sql<boolean>`exists (
    select from members join users on users.id = members.user_id
    where members.organization_id = organizations.id and lower(users.email) = ${email})`;
  const domain = domainOf(email);
  const claims = sql<boolean>`(organizations.email_domains @> ${[domain]}::text[] and not exists (
    select from email_domains other where other.domain = ${domain} and other.proven_at is not null
      and other.organization_id <> organizations.id))`;
  return db
    .selectFrom('saml_providers')
    .innerJoin('organizations', 'organizations.id', 'saml_providers.organization_id')
    .selectAll('saml_providers')
    .where(sql<boolean>`(${claims} or ${belongs})`)
    .orderBy('saml_providers.created_at')
    .orderBy('saml_providers.id')
    .execute();
}

export async function insertRequest(
  db: Kysely<Database>,
  request: { id: string; provider_id: string; browser_hash: string; return_to: string; expires_at: Date },
): Promise<void> {
  await db.insertInto('saml_requests').values(request).execute();
}

/** Consumes a request: it can be used once, by any process. Undefined if it is unknown or expired. */
export function consumeRequest(
  trx: Transaction<Database>,
  { id, providerId, now }: { id: string; providerId: string; now: Date },
): Promise<Pick<Row<'saml_requests'>, 'browser_hash' | 'return_to'> | undefined> {
  return trx
    .deleteFrom('saml_requests')
    .where('id', '=', id)
    .where('provider_id', '=', providerId)
    .where('expires_at', '>', now)
    .returning(['browser_hash', 'return_to'])
    .executeTakeFirst();
}

/** Records that an assertion was used; false if it was used before. */
export async function consumeAssertion(
  trx: Transaction<Database>,
  assertion: { provider_id: string; assertion_id: string; expires_at: Date },
): Promise<boolean> {
  const result = await trx
    .insertInto('saml_assertions')
    .values(assertion)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The user with an email, with the membership in an organization if there is one. */
export function findUser(trx: Transaction<Database>, organizationId: string, email: string) {
  return trx
    .selectFrom('users')
    .leftJoin('members', (join) =>
      join.onRef('members.user_id', '=', 'users.id').on('members.organization_id', '=', organizationId),
    )
    .select(['users.id', 'members.disabled'])
    .where(sql`lower(users.email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

/** Marks a provider as working. */
export async function activate(trx: Transaction<Database>, providerId: string): Promise<void> {
  await trx
    .updateTable('saml_providers')
    .set({ status: 'active' })
    .where('id', '=', providerId)
    .where('status', '<>', 'active')
    .execute();
}
