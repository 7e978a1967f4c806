import type { SignInMethod } from '#api/generated/types.gen.ts';
import { newToken } from '#server/access/tokens.ts';
import { insertApiToken } from '#server/accounts/sessions/api-tokens.ts';
import { refreshSession, startSession, startSsoSession } from '#server/accounts/sessions/sessions.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { testApp } from '../test-app.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const ORIGIN = { userAgent: FIREFOX, address: '203.0.113.7', country: 'NO' };

/** A session of someone, with its access token, as if they had signed in. */
export async function startTestSession(
  userId: string,
  { method = 'password', userAgent = FIREFOX }: { method?: SignInMethod; userAgent?: string } = {},
): Promise<{ id: string; token: string; cookie: string }> {
  const { db, clock } = await testApp();
  const context = { now: clock.now(), origin: { ...ORIGIN, userAgent } };
  const grant = await inTransaction(db, (trx) => startSession(trx, { userId, method }, context));
  const secret = grant.refresh?.secret ?? '';
  return {
    id: secret.split('.', 1)[0] ?? '',
    token: grant.accessToken,
    cookie: `bindery_refresh=${secret}`,
  };
}

/** A session of someone by single sign-on of an organization, with its access token. */
export async function startSsoTestSession(
  userId: string,
  organizationId: string,
): Promise<{ id: string; token: string }> {
  const { db, clock } = await testApp();
  const context = { now: clock.now(), origin: ORIGIN };
  const { secret } = await inTransaction(db, (trx) =>
    startSsoSession(trx, { userId, organizationId, method: 'saml' }, context),
  );
  const grant = await refreshSession(db, secret, context);
  if (!grant || 'endedUserId' in grant) throw new Error('The session has ended.');
  return { id: secret.split('.', 1)[0] ?? '', token: grant.accessToken };
}

/** An API token of someone as if they had created it in the console, in a session that was started by `method`. */
export async function createApiToken(
  userId: string,
  organizationIds: readonly string[],
  { method = 'password' as SignInMethod, expiresAt = null as Date | null } = {},
): Promise<{ id: string; token: string }> {
  const { db, clock } = await testApp();
  const token = newToken();
  const limits = { organizationIds, method, ssoOrganizationId: null };
  const { id } = await inTransaction(db, (trx) =>
    insertApiToken(trx, {
      userId,
      name: 'Nightly build',
      expiresAt,
      token,
      limits,
      actor: { user: { id: userId } },
      now: clock.now(),
    }),
  );
  return { id, token };
}
