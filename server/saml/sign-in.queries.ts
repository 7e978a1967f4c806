import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database, Row } from '#server/database/schema.ts';
import { domainOf } from '#server/access/email-addresses.ts';

/** A provider, wherever it belongs. */
export function findAnyProvider(
  db: Kysely<Database>,
  providerId: string,
): Promise<Row<'saml_providers'> | undefined> {
  return db.selectFrom('saml_providers').selectAll().where('id', '=', providerId).executeTakeFirst();
}

/**
 * Providers that an e-mail address (in lower case) may be meant for, the oldest first: of organizations that have claimed
 * its domain, and of those that its owner belongs to.
 */
export function findProvidersFor(db: Kysely<Database>, email: string): Promise<Row<'saml_providers'>[]> {
  const belongs = sql<boolean>`exists (
    select from members join users on users.id = members.user_id
    where members.organization_id = organizations.id and lower(users.email) = ${email})`;
  return db
    .selectFrom('saml_providers')
    .innerJoin('organizations', 'organizations.id', 'saml_providers.organization_id')
    .selectAll('saml_providers')
    .where(sql<boolean>`(organizations.email_domains @> ${[domainOf(email)]}::text[] or ${belongs})`)
    .orderBy('saml_providers.created_at')
    .orderBy('saml_providers.id')
    .execute();
}

/** Keeps a request that was sent to a provider. */
export async function insertRequest(
  db: Kysely<Database>,
  request: { id: string; provider_id: string; browser_hash: string; return_to: string; expires_at: Date },
): Promise<void> {
  await db.insertInto('saml_requests').values(request).execute();
}

/** Uses up a request to a provider: each is answered once, by any process. Undefined where it is unknown or too old. */
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

/** Notes that an assertion was used; false where it was used before. */
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

/** The user of an address with the place in an organization, if there is one. */
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

/** Notes that a provider works. */
export async function activate(trx: Transaction<Database>, providerId: string): Promise<void> {
  await trx
    .updateTable('saml_providers')
    .set({ status: 'active' })
    .where('id', '=', providerId)
    .where('status', '<>', 'active')
    .execute();
}

/** Notes that a member is here. */
export async function updateLastSeen(
  trx: Transaction<Database>,
  { organizationId, userId }: { organizationId: string; userId: string },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('members')
    .set({ last_seen_at: now })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
}
