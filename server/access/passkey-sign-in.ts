import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { findPasskey, recordPasskeyUse } from './credentials.queries.ts';
import { consumeCode, insertCode } from './one-time-codes.ts';
import { authenticationOptions, CEREMONY_MS, type RelyingParty, verifyAuthentication } from './passkeys.ts';
import { type SessionGrant, startSession } from './sessions.ts';
import { type BrowserContext, finishSignIn } from './sign-in-browser.ts';

/** The options for a sign-in with any passkey; their challenge works once, within five minutes. */
export async function startPasskeySignIn(db: Kysely<Database>, party: RelyingParty, now: Date) {
  const options = await authenticationOptions(party);
  const expires_at = new Date(now.getTime() + CEREMONY_MS);
  await insertCode(db, options.challenge, { purpose: 'passkey-sign-in', expires_at }, now);
  return options;
}

/** Starts a session with a passkey's signature. Undefined unless it is valid and for an unused challenge of ours. */
export async function startSessionByPasskey(
  db: Kysely<Database>,
  party: RelyingParty,
  response: AuthenticationResponseJSON,
  browser: BrowserContext,
): Promise<SessionGrant | undefined> {
  const passkey = await findPasskey(db, response.id);
  const challenge = challengeOf(response.response.clientDataJSON);
  if (!passkey || challenge === undefined || !namesOwner(response, passkey.user_id)) return undefined;
  const verified = await verifyAuthentication(party, response, { challenge, passkey });
  if (!verified) return undefined;
  const { user_id: userId, organization_id: limitedTo } = passkey;
  return inTransaction(db, async (trx) => {
    if (!(await consumeCode(trx, 'passkey-sign-in', challenge, browser.now))) return undefined;
    if (!(await recordPasskeyUse(trx, passkey, verified, browser.now))) return undefined;
    const grant = await startSession(trx, { userId, method: 'passkey', limitedTo }, browser);
    await finishSignIn(trx, userId, browser);
    return grant;
  });
}

/** The challenge that a browser says it has signed; whether it has is verified later. */
export function challengeOf(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    const challenge: unknown = Reflect.get(Object(data), 'challenge');
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** The authenticator names the account that the passkey was made for. */
function namesOwner({ response: { userHandle } }: AuthenticationResponseJSON, userId: string): boolean {
  return userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() === userId;
}
