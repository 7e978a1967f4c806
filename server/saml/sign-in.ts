import type { Kysely, Transaction } from 'kysely';
import { type RefreshSecret, startSsoSession } from '#server/access/sessions.ts';
import { roleOf } from '#server/access/roles.ts';
import { hashSecret, newSecret } from '#server/access/tokens.ts';
import { recordAudit } from '#server/audit.ts';
import { newId } from '#server/database/ids.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction, isUniqueViolation } from '#server/database/transaction.ts';
import { domainOf, validateDomainOwner } from '#server/access/email-addresses.ts';
import { addToTeam, holdJoinRules, insertMembers, type JoinRules } from '#server/access/joining.queries.ts';
import type { ServiceSettings } from '#server/service-settings.ts';
import type { Claims } from './assertion.ts';
import { SamlError, invalidResponse } from './saml-error.ts';
import { authorizeUrl, type ConfiguredProvider } from './service-provider.ts';
import {
  activate,
  findUser,
  insertRequest,
  updateLastSeen,
  consumeRequest,
  consumeAssertion,
} from './sign-in.queries.ts';

/** How long somebody may take at the identity provider. */
const REQUEST_TTL_MS = 10 * 60_000;
/** What fits into the state that a provider hands back. */
const MAX_RELAY_STATE_LENGTH = 80;

/** A sign-in under way: where the browser goes, and the secret that it keeps meanwhile. */
export interface StartedSignIn {
  url: string;
  browserSecret: string;
}

/** Begins a sign-in that ends at `returnTo`, a path of the console. Any process can finish it. */
export async function startSignIn(
  db: Kysely<Database>,
  provider: ConfiguredProvider,
  { service, returnTo, now }: { service: ServiceSettings; returnTo: string; now: Date },
): Promise<StartedSignIn> {
  // An XML id must not begin with a digit.
  const id = `_${newSecret()}`;
  const browserSecret = newSecret();
  const relayState = returnTo.length <= MAX_RELAY_STATE_LENGTH ? returnTo : '';
  const url = await authorizeUrl(service, provider, { id, relayState });
  await insertRequest(db, {
    id,
    provider_id: provider.id,
    browser_hash: hashSecret(browserSecret),
    return_to: returnTo,
    expires_at: new Date(now.getTime() + REQUEST_TTL_MS),
  });
  return { url, browserSecret };
}

/** An answer that was checked, and where it arrived. */
export interface ReceivedResponse {
  provider: ConfiguredProvider;
  claims: Claims;
  /** What the browser kept; undefined where it cannot be asked for. */
  browser: { secret: string | undefined } | undefined;
  now: Date;
}

/** Somebody who is signed in. */
export interface SignedIn {
  userId: string;
  returnTo: string;
  refresh: RefreshSecret;
}

/** Uses up request and assertion, lets the person in, and starts a session. Nothing is left where it is refused. */
export async function finishSignIn(db: Kysely<Database>, answer: ReceivedResponse): Promise<SignedIn> {
  try {
    return await completeSignIn(db, answer);
  } catch (error) {
    if (!isUniqueViolation(error, 'users_email')) throw error;
    // Somebody made the account at the same moment: now it is found.
    return completeSignIn(db, answer);
  }
}

function completeSignIn(db: Kysely<Database>, answer: ReceivedResponse): Promise<SignedIn> {
  const { provider, claims, browser, now } = answer;
  return inTransaction(db, async (trx) => {
    const request = await consumeRequest(trx, { id: claims.inResponseTo, providerId: provider.id, now });
    if (!request) throw new SamlError('sso-expired', 'The sign-in is unknown, already used or expired.');
    if (browser && hashSecret(browser.secret ?? '') !== request.browser_hash) {
      throw invalidResponse('The sign-in was started in another browser.');
    }
    const used = { provider_id: provider.id, assertion_id: claims.assertionId, expires_at: claims.expiresAt };
    if (!(await consumeAssertion(trx, used))) throw invalidResponse('The assertion was used before.');
    const userId = await findOrAddMember(trx, provider, claims);
    const place = { organizationId: provider.organization_id, userId };
    await updateLastSeen(trx, place, now);
    await activate(trx, provider.id);
    return { userId, returnTo: request.return_to, refresh: await startSsoSession(trx, place, now) };
  });
}

/** The user whom an assertion names, a member from now on. */
async function findOrAddMember(
  trx: Transaction<Database>,
  provider: ConfiguredProvider,
  claims: Claims,
): Promise<string> {
  const rules = await holdJoinRules(trx, provider.organization_id);
  if (!rules) throw new SamlError('sso-unavailable', 'The organization no longer exists.');
  const person = await findUser(trx, provider.organization_id, claims.email);
  if (person?.disabled) throw new SamlError('sso-account', 'The member is disabled.');
  if (person?.disabled === false) return person.id;
  if (person && !(await ownsDomain(rules, claims.email))) {
    throw new SamlError('sso-account', 'The account belongs to a non-member.');
  }
  const userId = person?.id ?? (await insertUser(trx, claims));
  await addMember(trx, provider, { id: userId, displayName: claims.displayName, email: claims.email });
  return userId;
}

/**
 * An account that exists is brought in by the domains that the organization names, and by nothing else. An older release
 * took public domains too.
 */
async function ownsDomain({ emailDomains }: JoinRules, email: string): Promise<boolean> {
  const domain = domainOf(email);
  return emailDomains.includes(domain) && (await validateDomainOwner(domain)) === null;
}

async function insertUser(trx: Transaction<Database>, { email, displayName }: Claims): Promise<string> {
  const id = newId();
  await trx.insertInto('users').values({ id, display_name: displayName, email }).execute();
  return id;
}

async function addMember(
  trx: Transaction<Database>,
  provider: ConfiguredProvider,
  user: { id: string; displayName: string; email: string },
): Promise<void> {
  const { organization_id: organizationId, default_role: role, default_team_id: teamId } = provider;
  await insertMembers(trx, organizationId, [{ userId: user.id, role, sso: true }]);
  if (teamId !== null) await addToTeam(trx, { id: teamId, organizationId }, [user.id]);
  await recordAudit(trx, {
    organizationId,
    actor: { user: { ...user, photoURL: null } },
    action: 'signInThroughSaml',
    targetKind: 'member',
    targetId: user.id,
    summary: `${user.displayName} joined with single sign-on through ${provider.label}.`,
    after: { role: roleOf(role), team: teamId, provider: provider.id },
  });
}
