import type { Kysely } from 'kysely';
import { hashSecret, newSecret } from '#server/access/tokens.ts';
import type { ServiceSettings } from '#server/base/service-settings.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';
import type { Mailer } from '#server/network/mailer.ts';
import type { SessionContext } from '../sessions/sessions.ts';
import { type FinishedSignOn, finishSignOn } from '../sign-on/finish-sign-on.ts';
import { SignOnError } from '../sign-on/sign-on-error.ts';
import { personOf } from './claims.ts';
import { authorizeUrl, fetchClaims } from './relying-party.ts';

type Provider = Row<'oidc_providers'>;

/** How long a sign-in at the identity provider may take. */
const REQUEST_TTL_MS = 10 * 60_000;

interface SignInContext {
  service: ServiceSettings;
  fetcher: Fetcher;
}

/** A provider by its id, of any organization. */
export function findAnyProvider(db: Kysely<Database>, providerId: string): Promise<Provider | undefined> {
  return db.selectFrom('oidc_providers').selectAll().where('id', '=', providerId).executeTakeFirst();
}

/**
 * Starts a sign-in that returns to `returnTo`, a console path: where to lead the browser, and its cookie's secret. With
 * a session, the identity is to be linked to its account, or the provider is tested.
 */
export async function startSignIn(
  db: Kysely<Database>,
  provider: Provider,
  {
    service,
    fetcher,
    returnTo,
    now,
    linkSessionId = null,
    testSessionId = null,
    loginHint,
  }: SignInContext & {
    returnTo: string;
    now: Date;
    linkSessionId?: string | null;
    testSessionId?: string | null;
    loginHint?: string | undefined;
  },
): Promise<{ url: string; browserSecret: string }> {
  const browserSecret = newSecret();
  const checks = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() };
  const url = await authorizeUrl(service, provider, { ...checks, loginHint }, { fetcher, now });
  await db
    .insertInto('oidc_requests')
    .values({
      state_hash: hashSecret(checks.state),
      provider_id: provider.id,
      browser_hash: hashSecret(browserSecret),
      nonce: checks.nonce,
      code_verifier: checks.codeVerifier,
      return_to: returnTo,
      link_session_id: linkSessionId,
      test_session_id: testSessionId,
      expires_at: new Date(now.getTime() + REQUEST_TTL_MS),
    })
    .execute();
  return { url, browserSecret };
}

/** The parameters that a browser brings back. */
interface ReceivedRedirect {
  provider: Provider;
  /** The query of the URL. */
  query: string;
  /** The secret of the browser's cookie. */
  browserSecret: string | undefined;
  session: SessionContext;
  mailer: Pick<Mailer, 'delivery'>;
}

/** Uses up the request, exchanges the code, and finishes the sign-in. A rejected one changes nothing else. */
export async function finishSignIn(
  db: Kysely<Database>,
  { provider, query, browserSecret = '', session, mailer }: ReceivedRedirect,
  { service, fetcher }: SignInContext,
): Promise<FinishedSignOn> {
  const { now } = session;
  const state = new URLSearchParams(query).get('state') ?? '';
  // Only the browser that started it can finish it or use it up.
  const request = await db
    .deleteFrom('oidc_requests')
    .where('state_hash', '=', hashSecret(state))
    .where('provider_id', '=', provider.id)
    .where('browser_hash', '=', hashSecret(browserSecret))
    .where('test_session_id', 'is', null)
    .where('expires_at', '>', now)
    .returning(['nonce', 'code_verifier', 'return_to', 'link_session_id'])
    .executeTakeFirst();
  if (!request)
    throw new SignOnError('sso-expired', 'The sign-in is unknown, of another browser, used or expired.');
  const checks = { state, nonce: request.nonce, codeVerifier: request.code_verifier };
  const claims = await fetchClaims(service, provider, { query, checks }, { fetcher, now });
  const person = await personOf(db, provider, claims);
  return finishSignOn(db, {
    provider: { ...provider, kind: 'oidc' },
    trust: trustOf(provider),
    person,
    session,
    mailer,
    request: async () => request,
  });
}

/** Another issuer or client names other people. */
const trustOf = ({ issuer, client_id: clientId }: Provider): string => `${issuer} ${clientId}`;
