import type { Kysely } from 'kysely';
import { updateLastSeen } from '#server/access/joining.queries.ts';
import { type RefreshSecret, type SessionContext, startSsoSession } from '#server/access/sessions.ts';
import { hashSecret, newSecret } from '#server/access/tokens.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { ServiceSettings } from '#server/service-settings.ts';
import { refusedResponse, SignOnError } from '#server/sign-on/sign-on-error.ts';
import { findOrAddMember, retryForNewUser } from '#server/sign-on/sign-on-member.ts';
import type { Claims } from './assertion.ts';
import { authorizeUrl, type ConfiguredProvider } from './service-provider.ts';
import { activate, insertRequest, consumeRequest, consumeAssertion } from './sign-in.queries.ts';

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
export function finishSignIn(db: Kysely<Database>, response: ReceivedResponse): Promise<SignedIn> {
  return retryForNewUser(() => completeSignIn(db, response));
}

function completeSignIn(db: Kysely<Database>, response: ReceivedResponse): Promise<SignedIn> {
  const { provider, claims, browser, context } = response;
  const { now } = context;
  return inTransaction(db, async (trx) => {
    const request = await consumeRequest(trx, { id: claims.inResponseTo, providerId: provider.id, now });
    if (!request) throw new SignOnError('sso-expired', 'The sign-in is unknown, already used or expired.');
    if (browser && hashSecret(browser.secret ?? '') !== request.browser_hash) {
      throw refusedResponse('The sign-in was started in another browser.');
    }
    const used = { provider_id: provider.id, assertion_id: claims.assertionId, expires_at: claims.expiresAt };
    if (!(await consumeAssertion(trx, used))) throw refusedResponse('The assertion was used before.');
    const userId = await findOrAddMember(trx, provider, claims, 'signInThroughSaml');
    const membership = { organizationId: provider.organization_id, userId, method: 'saml' as const };
    await updateLastSeen(trx, membership, now);
    await activate(trx, provider.id);
    return { userId, returnTo: request.return_to, refresh: await startSsoSession(trx, membership, context) };
  });
}
