import type { Kysely } from 'kysely';
import { hashSecret } from '#server/access/tokens.ts';
import type { ServiceSettings } from '#server/base/service-settings.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';
import { judgeSignOn, type SentValue, type SignOnTestResult } from '../sign-on/sign-on-test.ts';
import { personOf, type SentClaims, takeClaims } from './claims.ts';
import { fetchClaims } from './relying-party.ts';

type Provider = Row<'oidc_providers'>;

/** A test of a provider that this browser has started. */
interface StartedTest {
  state: string;
  nonce: string;
  codeVerifier: string;
  sessionId: string;
}

/** Consumes the test that a redirect answers, if it is one of this browser. */
export async function consumeTest(
  db: Kysely<Database>,
  provider: Provider,
  { query, browserSecret = '', now }: { query: string; browserSecret: string | undefined; now: Date },
): Promise<StartedTest | undefined> {
  const state = new URLSearchParams(query).get('state') ?? '';
  const test = await db
    .deleteFrom('oidc_requests')
    .where('state_hash', '=', hashSecret(state))
    .where('provider_id', '=', provider.id)
    .where('browser_hash', '=', hashSecret(browserSecret))
    .where('test_session_id', 'is not', null)
    .where('expires_at', '>', now)
    .returning(['nonce', 'code_verifier', 'test_session_id'])
    .executeTakeFirst();
  if (!test || test.test_session_id === null) return undefined;
  return { state, nonce: test.nonce, codeVerifier: test.code_verifier, sessionId: test.test_session_id };
}

/** The result of a redirect back from a test. */
export function testRedirect(
  db: Kysely<Database>,
  provider: Provider,
  { query, checks }: { query: string; checks: StartedTest },
  { service, fetcher, now }: { service: ServiceSettings; fetcher: Fetcher; now: Date },
): Promise<SignOnTestResult> {
  return judgeSignOn(db, { ...provider, kind: 'oidc' }, now, async (report) => {
    const claims = await fetchClaims(service, provider, { query, checks }, { fetcher, now });
    const { email, displayName, subject } = await takeClaims(db, provider, claims);
    Object.assign(report, {
      sent: valuesOf(claims),
      email: email && { value: email.value, from: `email (${email.from})` },
      proof: email && email.proof,
      displayName,
      subject: { value: subject, from: 'sub' },
    });
    return personOf(db, provider, claims);
  });
}

/** Claims that belong to this one exchange and not to the person. */
const hidden = new Set(['nonce', 'at_hash', 'c_hash', 's_hash', 'jti']);

function valuesOf({ token, answered }: SentClaims): SentValue[] {
  const sentValues = (source: SentValue['source'], claims: object): SentValue[] =>
    Object.entries(claims)
      .filter(([name]) => !hidden.has(name))
      .map(([name, value]) => ({
        source,
        name,
        values: (Array.isArray(value) ? value : [value]).map(asText),
      }));
  return [...sentValues('ID token', token), ...sentValues('userinfo', answered ?? {})];
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
