import type { Kysely, Transaction } from 'kysely';
import { domainOf } from '#server/access/email-addresses.ts';
import { ownsDomain } from '#server/access/email-domains.ts';
import {
  addTeamMembers,
  lockJoinRules,
  insertMembers,
  updateLastSeen,
} from '#server/access/joining.queries.ts';
import { roleOf } from '#server/access/roles.ts';
import { type RefreshSecret, type SessionContext, startSsoSession } from '#server/access/sessions.ts';
import { hashSecret, newSecret } from '#server/access/tokens.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { newId } from '#server/database/ids.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction, isUniqueViolation } from '#server/database/transaction.ts';
import type { ServiceSettings } from '#server/service-settings.ts';
import type { Claims } from './assertion.ts';
import { SamlError, invalidResponse } from './saml-error.ts';
import { authorizeUrl, type ConfiguredProvider } from './service-provider.ts';
import { activate, findUser, insertRequest, consumeRequest, consumeAssertion } from './sign-in.queries.ts';

/** How long a sign-in at the identity provider may take. */
const REQUEST_TTL_MS = 10 * 60_000;
/** The maximum relay state that SAML allows. */
const MAX_RELAY_STATE_LENGTH = 80;

/** A started sign-in: where to redirect the browser, and the secret for its cookie. */
export interface StartedSignIn {
  url: string;
  browserSecret: string;
}

/** Starts a sign-in that returns to `returnTo`, a console path. Any process can finish it. */
export async function startSignIn(
  db: Kysely<Database>,
  provider: ConfiguredProvider,
  { service, returnTo, now }: { service: ServiceSettings; returnTo: string; now: Date },
): Promise<StartedSignIn> {
  // An XML id must not start with a digit.
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

/** A validated response, and the browser that sent it. */
export interface ReceivedResponse {
  provider: ConfiguredProvider;
  claims: Claims;
  /** The browser's cookie; undefined if it cannot be sent (http). */
  browser: { secret: string | undefined } | undefined;
  context: SessionContext;
}

export interface SignedIn {
  userId: string;
  returnTo: string;
  refresh: RefreshSecret;
}

/**
 * Consumes request and assertion, adds the member if needed, and starts a session. A rejected sign-in changes nothing.
 */
export async function finishSignIn(db: Kysely<Database>, response: ReceivedResponse): Promise<SignedIn> {
  try {
    return await completeSignIn(db, response);
  } catch (error) {
    if (!isUniqueViolation(error, 'users_email')) throw error;
    // The account was created concurrently; now it is found.
    return completeSignIn(db, response);
  }
}

function completeSignIn(db: Kysely<Database>, response: ReceivedResponse): Promise<SignedIn> {
  const { provider, claims, browser, context } = response;
  const { now } = context;
  return inTransaction(db, async (trx) => {
    const request = await consumeRequest(trx, { id: claims.inResponseTo, providerId: provider.id, now });
    if (!request) throw new SamlError('sso-expired', 'The sign-in is unknown, already used or expired.');
    if (browser && hashSecret(browser.secret ?? '') !== request.browser_hash) {
      throw invalidResponse('The sign-in was started in another browser.');
    }
    const used = { provider_id: provider.id, assertion_id: claims.assertionId, expires_at: claims.expiresAt };
    if (!(await consumeAssertion(trx, used))) throw invalidResponse('The assertion was used before.');
    const userId = await findOrAddMember(trx, provider, claims);
    const membership = { organizationId: provider.organization_id, userId, method: 'saml' as const };
    await updateLastSeen(trx, membership, now);
    await activate(trx, provider.id);
    return { userId, returnTo: request.return_to, refresh: await startSsoSession(trx, membership, context) };
  });
}

/** The user of an assertion; added as a member if needed. */
async function findOrAddMember(
  trx: Transaction<Database>,
  provider: ConfiguredProvider,
  claims: Claims,
): Promise<string> {
  const rules = await lockJoinRules(trx, provider.organization_id);
  if (!rules) throw new SamlError('sso-unavailable', 'The organization no longer exists.');
  const person = await findUser(trx, provider.organization_id, claims.email);
  if (person?.disabled) throw new SamlError('sso-account', 'The member is disabled.');
  if (person?.disabled === false) return person.id;
  const owner = { id: provider.organization_id, ...rules };
  // Existing accounts are added only through the organization's domains.
  if (person && !(await ownsDomain(trx, owner, domainOf(claims.email)))) {
    throw new SamlError('sso-account', 'The account belongs to a non-member.');
  }
  const userId = person?.id ?? (await insertUser(trx, claims));
  await addMember(trx, provider, { id: userId, displayName: claims.displayName, email: claims.email });
  return userId;
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
  if (teamId !== null) await addTeamMembers(trx, { id: teamId, organizationId }, [user.id]);
  await recordAudit(trx, {
    organizationId,
    actor: { user },
    action: 'signInThroughSaml',
    targetKind: 'member',
    targetId: user.id,
    summary: `${user.displayName} joined with single sign-on through ${provider.label}.`,
    after: { role: roleOf(role), team: teamId, provider: provider.id },
  });
}
