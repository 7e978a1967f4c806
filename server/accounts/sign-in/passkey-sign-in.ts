import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Kysely } from 'kysely';
import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { findPasskey, recordPasskeyUse } from '../credentials/credentials.queries.ts';
import { insertUsedCode } from '../credentials/one-time-codes.ts';
import {
  authenticationOptions,
  CEREMONY_MS,
  type RelyingParty,
  verifyAuthentication,
} from '../credentials/passkeys.ts';
import { type SessionGrant, startSession } from '../sessions/sessions.ts';
import { type BrowserContext, finishSignIn } from '../sessions/sign-in-browser.ts';

const NONCE_BYTES = 16;
/** Milliseconds since 1970. */
const END_BYTES = 6;

/**
 * The options for a sign-in with any passkey; their challenge works once, within five minutes. It is signed instead of
 * stored, because anyone can ask for one: only the challenge of a sign-in that succeeded is, until it expires.
 */
export function startPasskeySignIn(signingKey: KeyObject, party: RelyingParty, now: Date) {
  const end = Buffer.alloc(END_BYTES);
  end.writeUIntBE(now.getTime() + CEREMONY_MS, 0, END_BYTES);
  const signed = Buffer.concat([randomBytes(NONCE_BYTES), end]);
  return authenticationOptions(party, Buffer.concat([signed, signatureOf(signingKey, signed)]));
}

/** When a challenge stops working; undefined if it is not ours or has stopped. */
function endOfChallenge(signingKey: KeyObject, challenge: string, now: Date): Date | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  const signed = bytes.subarray(0, NONCE_BYTES + END_BYTES);
  const signature = bytes.subarray(NONCE_BYTES + END_BYTES);
  const expected = signatureOf(signingKey, signed);
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return undefined;
  const end = new Date(signed.readUIntBE(NONCE_BYTES, END_BYTES));
  return end > now ? end : undefined;
}

/** The first part separates these signatures from everything else that the key signs. */
function signatureOf(signingKey: KeyObject, signed: Buffer): Buffer {
  return createHmac('sha256', signingKey).update('passkey-sign-in ').update(signed).digest();
}

/** Starts a session with a passkey's signature. Undefined unless it is valid and for an unused challenge of ours. */
export async function startSessionByPasskey(
  db: Kysely<Database>,
  { signingKey, party }: { signingKey: KeyObject; party: RelyingParty },
  response: AuthenticationResponseJSON,
  browser: BrowserContext,
): Promise<SessionGrant | undefined> {
  const challenge = challengeOf(response.response.clientDataJSON);
  const expires_at = challenge === undefined ? undefined : endOfChallenge(signingKey, challenge, browser.now);
  if (challenge === undefined || !expires_at) return undefined;
  const passkey = await findPasskey(db, response.id);
  if (!passkey || !namesOwner(response, passkey.user_id)) return undefined;
  const verified = await verifyAuthentication(party, response, { challenge, passkey });
  if (!verified) return undefined;
  const { user_id: userId, organization_id: limitedTo } = passkey;
  return inTransaction(db, async (trx) => {
    const used = { purpose: 'passkey-sign-in', expires_at } as const;
    if (!(await insertUsedCode(trx, challenge, used, browser.now))) return undefined;
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
