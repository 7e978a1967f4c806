import { type Kysely, sql, type Transaction } from 'kysely';
import { findPolicyMemberships } from '#server/access/session-limits.ts';
import { hashSecret } from '#server/access/tokens.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { anybodyHasCredential, lockAccount } from '../credentials/credentials.queries.ts';
import { createCode, isFor } from '../credentials/one-time-codes.ts';
import { type SessionGrant, startSession } from '../sessions/sessions.ts';
import { type BrowserContext, finishSignIn } from '../sessions/sign-in-browser.ts';

/** How long the link that the server prints works. */
const PRINTED_LINK_MS = 7 * 24 * 60 * 60_000;

/** How long the link works that the command line makes. */
const ASKED_LINK_MS = 60 * 60_000;

/** Creates the code of a sign-in link requested at the command line: it works within an hour, as above. */
export function createAskedSignInCode(db: Kysely<Database>, userId: string, now: Date): Promise<string> {
  const expiresAt = new Date(now.getTime() + ASKED_LINK_MS);
  return createCode(db, { purpose: 'asked-sign-in', user_id: userId, expires_at: expiresAt }, now);
}

/** Whether starts print a link: until people can sign in otherwise. */
export async function printsSignInLinks(db: Kysely<Database>): Promise<boolean> {
  const { found } = await db.selectNoFrom(anybodyHasCredential.as('found')).executeTakeFirstOrThrow();
  return !found;
}

/**
 * Creates the code of a sign-in link that a start prints: it works within a week, after its first use in the
 * same browser only, and not once a user has a credential. Logs have more readers than administrators.
 */
export function createSignInCode(db: Kysely<Database>, userId: string, now: Date): Promise<string> {
  const expiresAt = new Date(now.getTime() + PRINTED_LINK_MS);
  return createCode(db, { purpose: 'sign-in', user_id: userId, expires_at: expiresAt }, now);
}

/**
 * Looks at the code of a sign-in link that was mailed, or that an administrator passed on, without using it. Undefined
 * as for `startSessionByCode`.
 */
export async function findSentSignIn(
  db: Kysely<Database>,
  code: string,
  now: Date,
): Promise<{ email: string } | undefined> {
  const linkCode = await db
    .selectFrom('one_time_codes')
    .innerJoin('users', 'users.id', 'one_time_codes.user_id')
    .select(['one_time_codes.email as mailedTo', 'one_time_codes.organization_id', 'users.email'])
    .where('hash', '=', hashSecret(code))
    .where('purpose', '=', 'sign-in')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  const isSent = linkCode && (linkCode.mailedTo !== null || linkCode.organization_id !== null);
  return isSent && isFor({ email: linkCode.mailedTo }, linkCode) ? linkCode : undefined;
}

/**
 * Redeems the code of a sign-in link. Undefined if it is unknown, used or expired, or was mailed to an address that the
 * account has no more. One that was mailed confirms the address; one of an administrator opens their organization only.
 */
export async function startSessionByCode(
  db: Kysely<Database>,
  code: string,
  browser: BrowserContext,
): Promise<SessionGrant | undefined> {
  return inTransaction(db, async (trx) => {
    const used = await useSignInCode(trx, code, browser);
    if (!used?.user_id) return undefined;
    const owner = await lockAccount(trx, used.user_id);
    if (!owner || !isFor(used, owner)) return undefined;
    if (used.email !== null && owner.email_confirmed_at === null)
      await trx
        .updateTable('users')
        .set({ email_confirmed_at: browser.now })
        .where('id', '=', owner.id)
        .execute();
    const method = used.email === null ? 'link' : 'email';
    const limitedTo = used.organization_id;
    if (limitedTo !== null && !(await isActiveMember(trx, limitedTo, owner.id))) return undefined;
    const grant = await startSession(trx, { userId: owner.id, method, limitedTo }, browser);
    await finishSignIn(trx, owner.id, browser);
    return grant;
  });
}

async function isActiveMember(
  trx: Transaction<Database>,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const memberships = await findPolicyMemberships(trx, userId);
  return memberships.some((membership) => membership.organizationId === organizationId);
}

/** An operator opens the link of a start repeatedly; a later reader of the log must not get in. */
function useSignInCode(
  trx: Transaction<Database>,
  code: string,
  { now, deviceSecret, nextDeviceSecret }: BrowserContext,
): Promise<Row<'one_time_codes'> | undefined> {
  return trx
    .updateTable('one_time_codes')
    .set({ used_at: sql`coalesce(used_at, ${now})`, browser_hash: hashSecret(nextDeviceSecret) })
    .where('hash', '=', hashSecret(code))
    .where('purpose', 'in', ['sign-in', 'asked-sign-in'])
    .where('expires_at', '>', now)
    .where((is) =>
      is.or([
        is('purpose', '=', 'asked-sign-in'),
        is('email', 'is not', null),
        is('organization_id', 'is not', null),
        is.not(anybodyHasCredential),
      ]),
    )
    .where((is) =>
      is.or([
        is('used_at', 'is', null),
        is.and([
          is('email', 'is', null),
          is('organization_id', 'is', null),
          is('browser_hash', '=', deviceSecret === undefined ? '' : hashSecret(deviceSecret)),
        ]),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
}
