import { type Kysely, sql, type Transaction } from 'kysely';
import { LEVEL } from '#server/access/roles.ts';
import { domainOf } from '#server/base/email-addresses.ts';
import { conflict, forbidden, notFound } from '#server/base/errors.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { lockAccount } from '../credentials/credentials.queries.ts';
import { revokeOrganizationLinks } from '../credentials/one-time-codes.ts';
import { ownsDomain } from '../joining/email-domains.ts';
import { lockJoinRules } from '../joining/joining.queries.ts';
import type { CredentialOwner } from '../own/own-credentials.ts';
import {
  completeProviders,
  findProvider,
  insertIdentity,
  isLinkedAlready,
  type Provider,
  type ProviderKind,
  recordIdentityChange,
} from './identities.ts';
import { consumePending, findPending, type PendingIdentity } from './link-codes.ts';
import { addMember, type SignOnContext } from './sign-on-member.ts';

const EXPIRED =
  'This sign-in can’t be linked anymore: it is used, expired, or for another account. Start again.';

interface OrganizationTitle {
  id: string;
  title: string;
}

/** An identity provider of an organization, as its member sees it. */
export interface ProviderTitle {
  id: string;
  kind: ProviderKind;
  label: string;
  organization: OrganizationTitle;
}

/** An identity that signs a person in. */
export interface LinkedIdentity {
  id: string;
  provider: ProviderTitle;
  /** The provider's value at the last sign-in. */
  email: string;
  linkedAt: string;
  lastUsedAt: string | null;
}

export interface OwnIdentities {
  /** In the order of linking. */
  linked: LinkedIdentity[];
  /** The providers of the person's organizations. */
  providers: ProviderTitle[];
  /**
   * The identity that a provider returned in this browser and the person has to confirm; null if there is
   * none.
   */
  pending: { provider: ProviderTitle; email: string } | null;
}

/** All complete providers of the organizations of a person, oldest first. */
async function findProviders(
  db: Kysely<Database>,
  { actor, organizationId }: CredentialOwner,
): Promise<ProviderTitle[]> {
  const { rows } = await sql<Omit<ProviderTitle, 'organization'> & { organizationId: string; title: string }>`
    select provider.kind, provider.id, provider.label, organizations.id as "organizationId", organizations.title
    from (${completeProviders}) as provider
    join members on members.organization_id = provider.organization_id
      and members.user_id = ${actor.user.id} and not members.disabled
    join organizations on organizations.id = provider.organization_id
    where ${organizationId}::text is null or organizations.id = ${organizationId}
    order by provider.created_at, provider.id`.execute(db);
  return rows.map(({ id, kind, label, organizationId: owner, title }) => ({
    id,
    kind,
    label,
    organization: { id: owner, title },
  }));
}

/** @param secret of the browser's cookie */
export async function getOwnIdentities(
  db: Kysely<Database>,
  owner: CredentialOwner,
  secret: string | undefined,
  now: Date,
): Promise<OwnIdentities> {
  const userId = owner.actor.user.id;
  const providers = await findProviders(db, owner);
  const rows = await db
    .selectFrom('sign_on_identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .orderBy('id')
    .execute();
  const linked = rows.flatMap((row) => {
    const provider = providers.find(({ id }) => id === (row.saml_provider_id ?? row.oidc_provider_id));
    const lastUsedAt = row.last_used_at?.toISOString() ?? null;
    const { id, email } = row;
    return provider ? [{ id, provider, email, linkedAt: row.linked_at.toISOString(), lastUsedAt }] : [];
  });
  const pending = await findPending(db, secret, { userId, sessionId: owner.sessionId }, now);
  return { linked, providers, pending: pending ? await describePending(db, owner, pending) : null };
}

/** Also of an organization that the person joins by linking. */
async function describePending(
  db: Kysely<Database>,
  owner: CredentialOwner,
  { providerId, trust, email }: PendingIdentity,
): Promise<OwnIdentities['pending']> {
  const provider = await findProvider(db, providerId);
  if (provider?.trust !== trust || !isWithin(owner, provider)) return null;
  const organization = await db
    .selectFrom('organizations')
    .select(['id', 'title'])
    .where('id', '=', provider.organization_id)
    .executeTakeFirst();
  const { id, kind, label } = provider;
  return organization ? { provider: { id, kind, label, organization }, email } : null;
}

/** A session that is limited to an organization changes only what belongs to it. */
const isWithin = ({ organizationId }: CredentialOwner, provider: Pick<Provider, 'organization_id'>) =>
  organizationId === null || organizationId === provider.organization_id;

/** The provider with which a person starts to link. 404 if it is not one of their organizations. */
export async function requireOwnProvider(
  db: Kysely<Database>,
  owner: CredentialOwner,
  providerId: string,
): Promise<ProviderTitle> {
  const provider = (await findProviders(db, owner)).find(({ id }) => id === providerId);
  if (!provider) throw notFound('identity provider');
  return provider;
}

/**
 * Links what a provider said in this browser to the account of the session, which joins the organization if it is no
 * member yet. 409 if it is not for this account, or linked to another one. Where it leads on to.
 */
export async function linkIdentity(
  db: Kysely<Database>,
  owner: CredentialOwner,
  secret: string | undefined,
  context: SignOnContext,
): Promise<{ provider: Provider; returnTo: string }> {
  const { user } = owner.actor;
  const { now, mailer } = context;
  try {
    return await inTransaction(db, async (trx) => {
      const who = { userId: user.id, sessionId: owner.sessionId };
      const pending = await findPending(trx, secret, who, now);
      const provider = pending && (await findProvider(trx, pending.providerId));
      if (secret === undefined || !provider || provider.trust !== pending.trust) throw conflict(EXPIRED);
      if (!isWithin(owner, provider))
        throw forbidden('Your session is limited to another organization. Sign in another way to do this.');
      await assertMember(trx, owner, { provider, pending });
      await lockAccount(trx, user.id);
      if (!(await consumePending(trx, secret, now))) throw conflict(EXPIRED);
      const { subject, email } = pending;
      await insertIdentity(
        trx,
        provider,
        { userId: user.id, subject, email },
        { linkedAt: now, lastUsedAt: null },
      );
      await revokeOrganizationLinks(trx, { organizationId: provider.organization_id, userId: user.id });
      await recordIdentityChange(trx, {
        user,
        actor: owner.actor,
        organizationId: provider.organization_id,
        change: `linked single sign-on through ${provider.label}`,
        mailer,
        now,
      });
      return { provider, returnTo: pending.returnTo };
    });
  } catch (error) {
    if (isLinkedAlready(error))
      throw conflict('This person at the identity provider is linked to an account already.');
    throw error;
  }
}

/** Adds who is no member, by the rule of a sign-on: the organization speaks for the domain of the account's address. */
async function assertMember(
  trx: Transaction<Database>,
  { actor }: CredentialOwner,
  { provider, pending }: { provider: Provider; pending: PendingIdentity },
): Promise<void> {
  const organizationId = provider.organization_id;
  const rules = await lockJoinRules(trx, organizationId);
  const member = await trx
    .selectFrom('members')
    .select('disabled')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', actor.user.id)
    .executeTakeFirst();
  if (member?.disabled === true) throw forbidden('Your account is disabled in this organization.');
  if (member) return;
  const { id, displayName, email } = actor.user;
  const isSame = pending.email.toLowerCase() === email.toLowerCase();
  const owns = rules && (await ownsDomain(trx, { id: organizationId, ...rules }, domainOf(pending.email)));
  if (!isSame || owns !== true) throw conflict(EXPIRED);
  await addMember(trx, provider, { id, displayName, email });
}

/** Unlinks an identity. 409 for the last way to sign in, and the last one into an organization that requires one. */
export function unlinkIdentity(
  db: Kysely<Database>,
  owner: CredentialOwner,
  identityId: string,
  { now, mailer }: SignOnContext,
): Promise<void> {
  const { user } = owner.actor;
  return inTransaction(db, async (trx) => {
    await lockAccount(trx, user.id);
    const identity = await trx
      .selectFrom('sign_on_identities')
      .selectAll()
      .where('id', '=', identityId)
      .where('user_id', '=', user.id)
      .executeTakeFirst();
    if (!identity || !isWithin(owner, identity)) throw notFound('linked identity');
    await assertNotLast(trx, owner, identity);
    const provider = await findProvider(trx, identity.saml_provider_id ?? identity.oidc_provider_id ?? '');
    await trx.deleteFrom('sign_on_identities').where('id', '=', identityId).execute();
    await recordIdentityChange(trx, {
      user,
      actor: owner.actor,
      organizationId: identity.organization_id,
      change: `unlinked single sign-on through ${provider?.label ?? 'an identity provider'}`,
      mailer,
      now,
    });
  });
}

async function assertNotLast(
  trx: Transaction<Database>,
  { actor, organizationId: limit }: CredentialOwner,
  { id, organization_id: organizationId }: { id: string; organization_id: string },
): Promise<void> {
  const userId = actor.user.id;
  const { hasOther, hasCredential, isRequired, title } = await trx
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select([
      'organizations.title',
      sql<boolean>`(organizations.sso or members.sso) and members.role < ${LEVEL.admin}`.as('isRequired'),
      sql<boolean>`exists (select from sign_on_identities other where other.user_id = ${userId}
        and other.organization_id = ${organizationId} and other.id <> ${id})`.as('hasOther'),
      sql<boolean>`exists (select from passwords where user_id = ${userId}
          and coalesce(organization_id, '') = coalesce(${limit}::text, organization_id, ''))
        or exists (select from passkeys where user_id = ${userId}
          and coalesce(organization_id, '') = coalesce(${limit}::text, organization_id, ''))`.as(
        'hasCredential',
      ),
    ])
    .where('members.organization_id', '=', organizationId)
    .where('members.user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (hasOther) return;
  if (isRequired) throw conflict(`“${title}” requires single sign-on. Link another sign-in of it first.`);
  if (!hasCredential)
    throw conflict('You need at least one way to sign in. Add a password or passkey first.');
}
