import { type Kysely, sql, type Transaction } from 'kysely';
import type { Actor } from '#server/access/actor.ts';
import { recordAccountEvent } from '#server/audit/account-events.ts';
import { newId } from '#server/base/ids.ts';
import { isUniqueViolation } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { Mailer } from '#server/network/mailer.ts';
import { canMail, enqueueMails } from '#server/queue/mail-queue.ts';
import { refusedResponse } from './sign-on-error.ts';

export type ProviderKind = 'saml' | 'oidc';

/** An identity provider of either kind. */
export interface Provider {
  kind: ProviderKind;
  id: string;
  organization_id: string;
  label: string;
  default_role: number;
  default_team_id: string | null;
}

/** Whom a provider vouches for. */
export interface Person {
  /** The provider's own name for them, which stays when the address changes. */
  subject: string;
  /** Normalized. */
  email: string;
  displayName: string;
}

/** OpenID Connect allows 255 characters, SAML 256. */
const MAX_SUBJECT_BYTES = 1024;

/** The subject in its compared form. Throws `SignOnError` for one that can't be stored unchanged. */
export function checkSubject(subject: string): string {
  const isStorable = !/\p{Surrogate}/u.test(subject) && !subject.includes('\0');
  if (subject === '' || !isStorable || Buffer.byteLength(subject) > MAX_SUBJECT_BYTES)
    throw refusedResponse('The response has no valid subject.');
  return subject;
}

const columnOf = { saml: 'saml_provider_id', oidc: 'oidc_provider_id' } as const;

/** Notes that an identity is used. Its member; undefined if it is not linked. */
export async function recordIdentityUse(
  trx: Transaction<Database>,
  { kind, id }: Pick<Provider, 'kind' | 'id'>,
  { subject, email }: Pick<Person, 'subject' | 'email'>,
  now: Date,
): Promise<{ userId: string; disabled: boolean } | undefined> {
  return trx
    .updateTable('sign_on_identities')
    .from('members')
    .set({ email, last_used_at: now })
    .where(columnOf[kind], '=', id)
    .where('subject', '=', subject)
    .whereRef('members.organization_id', '=', 'sign_on_identities.organization_id')
    .whereRef('members.user_id', '=', 'sign_on_identities.user_id')
    .returning(['members.user_id as userId', 'members.disabled'])
    .executeTakeFirst();
}

/**
 * Whether a person has a password or passkey that opens an organization. The account is locked by the caller.
 */
export async function hasCredentialFor(
  trx: Transaction<Database>,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<boolean> {
  const { found } = await trx
    .selectNoFrom(
      sql<boolean>`exists (select from passwords
          where user_id = ${userId} and coalesce(organization_id, ${organizationId}) = ${organizationId})
        or exists (select from passkeys
          where user_id = ${userId} and coalesce(organization_id, ${organizationId}) = ${organizationId})`.as(
        'found',
      ),
    )
    .executeTakeFirstOrThrow();
  return found;
}

/** Whether a person signs in to an organization through an identity provider. */
export async function hasIdentity(
  db: Kysely<Database>,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<boolean> {
  const identity = await db
    .selectFrom('sign_on_identities')
    .select('id')
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return identity !== undefined;
}

/** Throws an error that `isLinkedAlready` recognizes. */
export async function insertIdentity(
  trx: Kysely<Database>,
  provider: Pick<Provider, 'kind' | 'id' | 'organization_id'>,
  { userId, subject, email }: Pick<Person, 'subject' | 'email'> & { userId: string },
  { linkedAt, lastUsedAt }: { linkedAt: Date; lastUsedAt: Date | null },
): Promise<void> {
  await trx
    .insertInto('sign_on_identities')
    .values({
      id: newId(),
      organization_id: provider.organization_id,
      user_id: userId,
      saml_provider_id: provider.kind === 'saml' ? provider.id : null,
      oidc_provider_id: provider.kind === 'oidc' ? provider.id : null,
      subject,
      email,
      linked_at: linkedAt,
      last_used_at: lastUsedAt,
    })
    .execute();
}

/** With another issuer or client, the same subject may be another person. */
export async function deleteIdentities(
  trx: Transaction<Database>,
  { kind, id }: Pick<Provider, 'kind' | 'id'>,
): Promise<void> {
  await trx.deleteFrom('sign_on_identities').where(columnOf[kind], '=', id).execute();
}

/** A change of someone's identities. */
interface IdentityChange {
  user: { id: string; displayName: string; email: string };
  /** Who did it, where they were signed in before. */
  actor?: Actor;
  organizationId: string;
  /** The rest of "Ada Lovelace …". */
  change: string;
  mailer: Pick<Mailer, 'delivery'>;
  now: Date;
}

/** Into the organization's audit log, and by mail to the person: someone else may have done it. */
export async function recordIdentityChange(
  trx: Transaction<Database>,
  { user, actor, organizationId, change, mailer, now }: IdentityChange,
): Promise<void> {
  await recordAccountEvent(trx, {
    userId: user.id,
    organizationIds: [organizationId],
    actor: actor ?? { user },
    action: 'changeCredentials',
    targetKind: 'user',
    targetId: user.id,
    summary: `${user.displayName} ${change}.`,
  });
  const mail = { kind: 'credentials', to: user.email, data: { change, at: now.toISOString() } };
  if (canMail(mailer, user.email)) await enqueueMails(trx, [mail], now);
}

/**
 * The providers of both kinds that a sign-in can use. `trust` is what a provider is as set up: with another issuer or
 * client, the same subject may be another person.
 */
export const completeProviders = sql<Provider & { trust: string; created_at: Date }>`
  select 'saml' as kind, id, organization_id, label, default_role, default_team_id, created_at, entity_id as trust
    from saml_providers where entity_id is not null and sso_url is not null and certificate is not null
  union all select 'oidc', id, organization_id, label, default_role, default_team_id, created_at,
    issuer || ' ' || client_id from oidc_providers`;

export async function findProvider(
  db: Kysely<Database>,
  providerId: string,
): Promise<(Provider & { trust: string }) | undefined> {
  const { rows } = await sql<Provider & { trust: string }>`
    select kind, id, organization_id, label, default_role, default_team_id, trust
    from (${completeProviders}) as provider where id = ${providerId}`.execute(db);
  return rows[0];
}

/** Whether an identity could not be linked because it is linked already. */
export function isLinkedAlready(error: unknown): boolean {
  return ['sign_on_identities_saml', 'sign_on_identities_oidc'].some((index) =>
    isUniqueViolation(error, index),
  );
}
