/**
 * The address that a SAML provider mails to, offered to people whose account has the provider's name for them (a UPN) as
 * its address (decision 244).
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import { accountScope } from '#server/access/account-scope.ts';
import type { Actor } from '#server/access/actor.ts';
import { LEVEL } from '#server/access/roles.ts';
import { conflict, forbidden } from '#server/base/errors.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import type { Mailer } from '#server/network/mailer.ts';
import { canMail } from '#server/queue/mail-queue.ts';
import { type CredentialOwner, isBySingleSignOn, needsCurrentPassword } from './own-credentials.ts';

const OWN_SIGN_IN =
  'Your account has another sign-in, or belongs to other organizations too. Sign in without single sign-on to change its address.';

export interface OfferedAddress {
  /** The identity whose provider names the address. */
  identityId: string;
  email: string;
  /** The current value of the account. */
  current: string;
  /** The label of the provider. */
  provider: string;
}

/** Who may take an offer: also in a session by single sign-on. 403 for API tokens. */
export function addressOwner(actor: Actor): CredentialOwner {
  const { organizationId } = accountScope(actor);
  if (actor.sessionId === null) throw forbidden('Sign in to change your email address.');
  return { actor, sessionId: actor.sessionId, organizationId };
}

/** The offer of the provider that was used last; of one organization, or of all if that is null. */
export function findOffer(
  db: Kysely<Database>,
  { userId, organizationId }: { userId: string; organizationId: string | null },
): Promise<OfferedAddress | undefined> {
  return db
    .selectFrom('sign_on_identities as identity')
    .innerJoin('users', 'users.id', 'identity.user_id')
    .innerJoin('saml_providers', 'saml_providers.id', 'identity.saml_provider_id')
    .innerJoin('members', (join) =>
      join
        .onRef('members.user_id', '=', 'identity.user_id')
        .onRef('members.organization_id', '=', 'identity.organization_id'),
    )
    .select([
      'identity.id as identityId',
      'identity.email',
      'users.email as current',
      'saml_providers.label as provider',
    ])
    .where('identity.user_id', '=', userId)
    .where(
      sql<boolean>`identity.organization_id = coalesce(${organizationId}::text, identity.organization_id)`,
    )
    .where('members.disabled', '=', false)
    .where(isOffer)
    .orderBy(sql`identity.last_used_at desc nulls last`)
    .orderBy('identity.id')
    .executeTakeFirst();
}

/** The account's address is the name that the provider has for the person, and the provider mails to another one. */
const isOffer = sql<boolean>`identity.subject = lower(users.email) and lower(identity.email) <> lower(users.email)`;

/** Whether a sign-in has to offer an address that it can give: once for each that the provider names. */
export async function recordOffer(
  trx: Transaction<Database>,
  {
    userId,
    organizationId,
    samlProviderId,
  }: { userId: string; organizationId: string; samlProviderId: string },
): Promise<boolean> {
  const { rows } = await sql`update sign_on_identities identity set offered_email = identity.email from users
    where users.id = identity.user_id and identity.user_id = ${userId} and identity.saml_provider_id = ${samlProviderId}
      and ${isOffer} and identity.offered_email is distinct from identity.email
      and not ${hasOtherUse(userId, organizationId)}
    returning identity.id`.execute(trx);
  return rows.length > 0;
}

/** An offer as the account's page shows it. */
interface OwnOffer extends Omit<OfferedAddress, 'identityId'> {
  /** Whether this session may take it. */
  canTake: boolean;
  needsCurrentPassword: boolean;
}

/** The offered address on the account's page; null if there is none, or no mail could confirm it. */
export async function getOwnOffer(
  db: Kysely<Database>,
  owner: CredentialOwner,
  mailer: Pick<Mailer, 'delivery'>,
): Promise<OwnOffer | null> {
  const { organizationId } = owner;
  const userId = owner.actor.user.id;
  const offer = await findOffer(db, { userId, organizationId });
  if (!offer || !canMail(mailer, offer.email)) return null;
  const { email, current, provider } = offer;
  const canTake = await canChangeAddress(db, owner);
  return { email, current, provider, canTake, needsCurrentPassword: await needsCurrentPassword(db, owner) };
}

/** The offer of an address. 409 if there is none any more. */
export async function requireOffer(
  db: Kysely<Database>,
  { actor, organizationId }: CredentialOwner,
  email: string,
): Promise<OfferedAddress> {
  const offer = await findOffer(db, { userId: actor.user.id, organizationId });
  if (offer?.email.toLowerCase() !== email.toLowerCase())
    throw conflict('Your identity provider doesn’t offer this address anymore. Reload the page.');
  return offer;
}

/**
 * Asserts that a session may give the account the address of a code: one of the whole account any, one by single sign-on
 * what its provider still offers. 403 or 409 otherwise.
 */
export async function assertMayUse(
  db: Kysely<Database>,
  owner: CredentialOwner,
  { email, data }: Pick<Row<'one_time_codes'>, 'email' | 'data'>,
): Promise<void> {
  if (email === owner.actor.user.email) return assertCanChangeAddress(db, owner);
  if (owner.organizationId !== null && Reflect.get(Object(data), 'identityId') !== undefined)
    await requireOffer(db, owner, email ?? '');
  else assertWholeAccount(owner);
  await assertCanChangeAddress(db, owner);
}

export async function assertCanChangeAddress(db: Kysely<Database>, owner: CredentialOwner): Promise<void> {
  if (!(await canChangeAddress(db, owner))) throw forbidden(OWN_SIGN_IN);
}

/** The address and the account belong to all organizations of a person. */
export function assertWholeAccount({ organizationId }: CredentialOwner): void {
  if (organizationId !== null)
    throw forbidden('Your session is limited to one organization. Sign in by a mailed link to do this.');
}

/**
 * A session by single sign-on may change the address only of an account that opens nothing else and that
 * nothing else opens: an address signs in by mail, so an identity provider could replace it and take over the
 * account.
 */
export async function canChangeAddress(
  db: Kysely<Database>,
  { actor, organizationId }: CredentialOwner,
): Promise<boolean> {
  if (organizationId === null) return true;
  if (!isBySingleSignOn(actor)) return false;
  const otherUse = hasOtherUse(actor.user.id, organizationId);
  const { found } = await db.selectNoFrom(otherUse.as('found')).executeTakeFirstOrThrow();
  return !found;
}

/** Whether an account opens another organization, or is opened by more than its single sign-on. */
const hasOtherUse = (userId: string, organizationId: string) => sql<boolean>`exists (
  select from members join organizations on organizations.id = members.organization_id
  join users on users.id = members.user_id
  where members.user_id = ${userId} and (organizations.id <> ${organizationId}
    or not ((organizations.sso or members.sso) and members.role < ${LEVEL.admin})
      and (users.email_confirmed_at is not null
        or exists (select from passwords where user_id = ${userId})
        or exists (select from passkeys where user_id = ${userId}))))`;
