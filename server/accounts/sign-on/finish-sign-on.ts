import type { Kysely, Transaction } from 'kysely';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { Mailer } from '#server/network/mailer.ts';
import { canMail, enqueueMails } from '#server/queue/mail-queue.ts';
import { updateLastSeen } from '../joining/joining.queries.ts';
import { recordOffer } from '../own/offered-address.ts';
import { type RefreshSecret, type SessionContext, startSsoSession } from '../sessions/sessions.ts';
import type { Person, Provider } from './identities.ts';
import { createLinkCode, type LinkSecret, ownerOfLinkSession } from './link-codes.ts';
import { findOrAddMember, retryForNewUser } from './sign-on-member.ts';

/** A person whom a provider vouches for, with the request that this finishes. */
interface VerifiedSignOn {
  provider: Provider;
  /** The provider's identity as set up; see `PendingIdentity`. */
  trust: string;
  person: Person;
  session: SessionContext;
  mailer: Pick<Mailer, 'delivery'>;
  /** The request, which it may use up; throws `SignOnError`. */
  request: (trx: Transaction<Database>) => Promise<{ return_to: string; link_session_id: string | null }>;
}

/**
 * Either a session, or an identity that its person has to link while signed in: in the session that asked for
 * it; with their credential; or, without password and passkey, by the link just mailed to the account's
 * address or by one that an administrator passes on. `offersAddress` if the person is asked first whether the
 * account shall have the address that the provider mails to.
 */
export type FinishedSignOn =
  | { kind: 'session'; userId: string; returnTo: string; offersAddress: boolean; refresh: RefreshSecret }
  | { kind: 'link'; signIn: 'session' | 'credential' | 'mail' | 'administrator'; link: LinkSecret };

/** Finds or adds the member and starts a session, or prepares linking. A rejected sign-in changes nothing. */
export function finishSignOn(db: Kysely<Database>, signOn: VerifiedSignOn): Promise<FinishedSignOn> {
  return retryForNewUser(() => inTransaction(db, (trx) => finishIn(trx, signOn)));
}

async function finishIn(trx: Transaction<Database>, signOn: VerifiedSignOn): Promise<FinishedSignOn> {
  const { provider, trust, person, session, mailer } = signOn;
  const { now } = session;
  const { return_to: returnTo, link_session_id: sessionId } = await signOn.request(trx);
  await markActive(trx, provider);
  const pending = { providerId: provider.id, trust, person, returnTo, sessionId };
  if (sessionId !== null) {
    const userId = await ownerOfLinkSession(trx, sessionId, now);
    return { kind: 'link', signIn: 'session', link: await createLinkCode(trx, { ...pending, userId }, now) };
  }
  const member = await findOrAddMember(trx, provider, person, now);
  if ('toLink' in member) {
    const { userId, hasCredential } = member.toLink;
    const link = await createLinkCode(trx, { ...pending, userId }, now);
    if (hasCredential) return { kind: 'link', signIn: 'credential', link };
    if (!canMail(mailer, person.email)) return { kind: 'link', signIn: 'administrator', link };
    // At a limit, earlier mails lead to the same.
    await enqueueMails(trx, [{ kind: 'sign-on', to: person.email, data: { provider: provider.label } }], now);
    return { kind: 'link', signIn: 'mail', link };
  }
  const { userId } = member;
  const membership = { organizationId: provider.organization_id, userId, method: provider.kind };
  await updateLastSeen(trx, membership, now);
  const refresh = await startSsoSession(trx, membership, session);
  const offersAddress = canMail(mailer, person.email) && (await offerAddress(trx, provider, userId));
  return { kind: 'session', userId, returnTo, offersAddress, refresh };
}

/** A valid response proves the provider's settings. */
async function markActive(trx: Transaction<Database>, { kind, id }: Provider): Promise<void> {
  const table = kind === 'saml' ? ('saml_providers' as const) : ('oidc_providers' as const);
  await trx
    .updateTable(table)
    .set({ status: 'active' })
    .where('id', '=', id)
    .where('status', '<>', 'active')
    .execute();
}

/** Only SAML has names for people that look like addresses. */
async function offerAddress(
  trx: Transaction<Database>,
  { kind, id: samlProviderId, organization_id: organizationId }: Provider,
  userId: string,
): Promise<boolean> {
  return kind === 'saml' && (await recordOffer(trx, { userId, organizationId, samlProviderId }));
}
