import type { Kysely } from 'kysely';
import { hashSecret } from '#server/access/tokens.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { findAccount, lockAccount, replaceHash } from '../credentials/credentials.queries.ts';
import { hashPassword, isOutdated, verifyPassword } from '../credentials/password-hash.ts';
import { countAttempt, forgiveAttempt, type WaitKey } from '../credentials/sign-in-waits.ts';
import { isKnownDevice } from '../sessions/known-devices.ts';
import { type SessionGrant, startSession } from '../sessions/sessions.ts';
import { type BrowserContext, finishSignIn } from '../sessions/sign-in-browser.ts';

/**
 * Starts a session for an address and its password. Undefined if they don't belong together: the same answer after the
 * same work, whether the address is unknown, has no password or another one. Throws 429 while too many attempts failed.
 */
export async function startSessionByPassword(
  db: Kysely<Database>,
  { email, password }: { email: string; password: string },
  browser: BrowserContext,
): Promise<SessionGrant | undefined> {
  const { now, clientKey, deviceSecret } = browser;
  const account = await findAccount(db, email);
  const isKnown = await isKnownDevice(db, account?.userId ?? '', deviceSecret);
  const keys = waitKeys(email, browser, isKnown);
  for (const key of keys) await countAttempt(db, key, now);
  const storedHash = account?.passwordHash;
  if (!(await verifyPassword(password, storedHash, clientKey)) || !account || storedHash === undefined)
    return undefined;
  const fresh = isOutdated(storedHash) ? await hashPassword(password, clientKey) : undefined;
  const { userId, organizationId: limitedTo } = account;
  return inTransaction(db, async (trx) => {
    await lockAccount(trx, userId);
    // It may have been changed while this one was compared.
    const current = await findAccount(trx, email);
    if (current?.userId !== userId || current.passwordHash !== storedHash) return undefined;
    if (fresh !== undefined) await replaceHash(trx, { userId, before: storedHash, after: fresh });
    for (const key of keys) await forgiveAttempt(trx, key, now);
    const grant = await startSession(trx, { userId, method: 'password', limitedTo }, browser);
    await finishSignIn(trx, userId, browser);
    return grant;
  });
}

/** A browser that signed in to the account before has a separate count, and none for its IP address. */
function waitKeys(email: string, { clientKey, deviceSecret }: BrowserContext, isKnown: boolean): WaitKey[] {
  // Unknown addresses are counted too; the addresses that strangers type are stored as hashes.
  const account = hashSecret(email.toLowerCase());
  return isKnown
    ? [{ kind: 'device', name: `${account} ${hashSecret(deviceSecret ?? '')}` }]
    : [
        { kind: 'address', name: clientKey },
        { kind: 'account', name: account },
      ];
}
