import type { Kysely } from 'kysely';
import { hashSecret, newSecret } from '#server/access/tokens.ts';
import type { ServiceSettings } from '#server/base/service-settings.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { Mailer } from '#server/network/mailer.ts';
import type { SessionContext } from '../sessions/sessions.ts';
import { type FinishedSignOn, finishSignOn } from '../sign-on/finish-sign-on.ts';
import { refusedResponse, SignOnError } from '../sign-on/sign-on-error.ts';
import type { Claims } from './assertion.ts';
import { authorizeUrl, type ConfiguredProvider } from './service-provider.ts';
import { insertRequest, consumeRequest, consumeAssertion } from './sign-in.queries.ts';

/** How long a sign-in at the identity provider may take. */
const REQUEST_TTL_MS = 10 * 60_000;
/** The maximum relay state that SAML allows. */
const MAX_RELAY_STATE_LENGTH = 80;

/** A started sign-in: where to redirect the browser, and the secret for its cookie. */
export interface StartedSignIn {
  url: string;
  browserSecret: string;
}

/**
 * Starts a sign-in that returns to `returnTo`, a console path. Any process can finish it. With a session, the identity
 * is to be linked to its account, or the provider is tested.
 */
export async function startSignIn(
  db: Kysely<Database>,
  provider: ConfiguredProvider,
  {
    service,
    returnTo,
    now,
    linkSessionId = null,
    testSessionId = null,
  }: {
    service: ServiceSettings;
    returnTo: string;
    now: Date;
    linkSessionId?: string | null;
    testSessionId?: string | null;
  },
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
    link_session_id: linkSessionId,
    test_session_id: testSessionId,
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
  mailer: Pick<Mailer, 'delivery'>;
}

/** Consumes request and assertion, and finishes the sign-in. A rejected one changes nothing. */
export function finishSignIn(db: Kysely<Database>, response: ReceivedResponse): Promise<FinishedSignOn> {
  const { provider, claims, browser, context: session, mailer } = response;
  const { now } = session;
  return finishSignOn(db, {
    provider: { ...provider, kind: 'saml' },
    trust: provider.entity_id,
    person: claims,
    session,
    mailer,
    request: async (trx) => {
      const request = await consumeRequest(trx, { id: claims.inResponseTo, providerId: provider.id, now });
      if (!request) throw new SignOnError('sso-expired', 'The sign-in is unknown, already used or expired.');
      if (browser && hashSecret(browser.secret ?? '') !== request.browser_hash) {
        throw refusedResponse('The sign-in was started in another browser.');
      }
      const used = {
        provider_id: provider.id,
        assertion_id: claims.assertionId,
        expires_at: claims.expiresAt,
      };
      if (!(await consumeAssertion(trx, used))) throw refusedResponse('The assertion was used before.');
      return request;
    },
  });
}
