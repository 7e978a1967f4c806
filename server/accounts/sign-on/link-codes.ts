import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import type { Database } from '#server/database/tables/schema.ts';
import { consumeCode, createCode, findCode } from '../credentials/one-time-codes.ts';
import type { Person } from './identities.ts';
import { SignOnError } from './sign-on-error.ts';

/** Long enough for a sign-in by a mailed link in between. */
const LINK_MS = 30 * 60_000;

/** An identity that waits until the owner of an account, while signed in, says that it is theirs. */
const pendingData = z.object({
  providerId: z.string(),
  /** The provider's identity when it vouched: another issuer's subject is another person. */
  trust: z.string(),
  subject: z.string(),
  email: z.string(),
  /** Where the sign-in was to lead to. */
  returnTo: z.string(),
  /** The session that asked for it; null if a sign-in found the account. */
  sessionId: z.string().nullable(),
});

export interface PendingIdentity extends z.infer<typeof pendingData> {
  userId: string;
}

/** A secret for the browser, which gets the identity linked, and when it ends. */
export interface LinkSecret {
  secret: string;
  expiresAt: Date;
}

interface NewPending extends Omit<PendingIdentity, 'subject' | 'email'> {
  person: Pick<Person, 'subject' | 'email'>;
}

export async function createLinkCode(
  trx: Transaction<Database>,
  { userId, person: { subject, email }, ...pending }: NewPending,
  now: Date,
): Promise<LinkSecret> {
  const data: z.infer<typeof pendingData> = { ...pending, subject, email };
  const expiresAt = new Date(now.getTime() + LINK_MS);
  const code = { user_id: userId, data: JSON.stringify(data), expires_at: expiresAt };
  return { secret: await createCode(trx, { purpose: 'identity-link', ...code }, now), expiresAt };
}

/**
 * The identity that a browser may link to an account, without using it up. Undefined for other accounts and
 * other sessions.
 */
export async function findPending(
  db: Kysely<Database>,
  secret: string | undefined,
  { userId, sessionId }: { userId: string; sessionId: string },
  now: Date,
): Promise<PendingIdentity | undefined> {
  const code = secret === undefined ? undefined : await findCode(db, 'identity-link', secret, now);
  if (code?.user_id !== userId) return undefined;
  const pending = pendingData.parse(code.data);
  return pending.sessionId === null || pending.sessionId === sessionId ? { ...pending, userId } : undefined;
}

/** Uses it up; false if that was done in between. */
export async function consumePending(
  trx: Transaction<Database>,
  secret: string,
  now: Date,
): Promise<boolean> {
  return (await consumeCode(trx, 'identity-link', secret, now)) !== undefined;
}

/** The owner of the session that started linking; throws `SignOnError` if it has ended in between. */
export async function ownerOfLinkSession(
  trx: Transaction<Database>,
  sessionId: string,
  now: Date,
): Promise<string> {
  const session = await trx
    .selectFrom('sessions')
    .select('user_id')
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!session) throw new SignOnError('sso-expired', 'The session that started linking has ended.');
  return session.user_id;
}
