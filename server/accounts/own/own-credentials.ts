import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { type Kysely, sql, type Transaction } from 'kysely';
import { accountScope } from '#server/access/account-scope.ts';
import type { Actor } from '#server/access/actor.ts';
import { recordAccountEvent } from '#server/audit/account-events.ts';
import { badValue, conflict, forbidden, notFound } from '#server/base/errors.ts';
import { inTransaction, isUniqueViolation } from '#server/database/engine/transaction.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import type { Mailer } from '#server/network/mailer.ts';
import { canMail, enqueueMails } from '#server/queue/mail-queue.ts';
import { insertPasskey, lockAccount, setPassword } from '../credentials/credentials.queries.ts';
import { consumeCode, insertCode } from '../credentials/one-time-codes.ts';
import {
  CEREMONY_MS,
  registrationOptions,
  type RelyingParty,
  verifyRegistration,
} from '../credentials/passkeys.ts';
import { hashPassword, verifyPassword } from '../credentials/password-hash.ts';
import { validatePassword } from '../credentials/password-rules.ts';
import { countAttempt, forgiveAttempt, type WaitKey } from '../credentials/sign-in-waits.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { challengeOf } from '../sign-in/passkey-sign-in.ts';

const MAX_PASSKEYS = 20;
const LAST_CREDENTIAL = 'You need at least one way to sign in. Add another one first.';

/** Someone who changes how they sign in, in a session. */
export interface CredentialOwner {
  actor: Actor;
  sessionId: string;
  /** The only organization that the session, and what is made in it, opens; null for all. */
  organizationId: string | null;
}

/** The circumstances of a change: the time, the network, and whether the person can be notified by mail. */
export interface ChangeContext {
  now: Date;
  clientKey: string;
  mailer: Pick<Mailer, 'delivery'>;
}

/** 403 for API tokens and for sessions by single sign-on, which change nothing of an account (decision 150). */
export function credentialOwner(actor: Actor): CredentialOwner {
  const { organizationId } = accountScope(actor);
  if (actor.sessionId === null) throw forbidden('Sign in to change how you sign in.');
  if (isBySingleSignOn(actor))
    throw forbidden(
      'Your identity provider signs you in. To change passwords, passkeys and links, sign in without it. To link another identity provider, sign in through that.',
    );
  return { actor, sessionId: actor.sessionId, organizationId };
}

export const isBySingleSignOn = ({ credential: { method } }: Actor): boolean =>
  method === 'saml' || method === 'oidc';

/** Whether a session may change a credential: one that is limited only what belongs to its organization. */
const isWithin = ({ organizationId }: CredentialOwner, credential: { organization_id: string | null }) =>
  organizationId === null || credential.organization_id === organizationId;

function findPasskeys(db: Kysely<Database>, userId: string): Promise<Row<'passkeys'>[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

const findPassword = (db: Kysely<Database>, userId: string) =>
  db.selectFrom('passwords').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** The owner's credentials, without secrets. */
export async function getOwnCredentials(db: Kysely<Database>, owner: CredentialOwner) {
  const userId = owner.actor.user.id;
  const password = await findPassword(db, userId);
  const passkeys = await findPasskeys(db, userId);
  return {
    email: owner.actor.user.email,
    password: password && isWithin(owner, password) ? { setAt: password.set_at.toISOString() } : null,
    needsCurrentPassword: password !== undefined && needsCurrent(owner),
    passkeys: passkeys
      .filter((passkey) => isWithin(owner, passkey))
      .map(({ id, name, created_at: createdAt, last_used_at: lastUsedAt }) => ({
        id,
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
  };
}

/** Not after a link that was mailed or printed: it proves as much as the password that its owner may have forgotten. */
function needsCurrent({ actor }: CredentialOwner): boolean {
  const { method } = actor.credential;
  return method !== 'email' && method !== 'link';
}

/** Whether the owner enters the password, beside being signed in, for changes of the account. */
export async function needsCurrentPassword(db: Kysely<Database>, owner: CredentialOwner): Promise<boolean> {
  return needsCurrent(owner) && (await findPassword(db, owner.actor.user.id)) !== undefined;
}

/** Sets or replaces the password, and ends all other sessions. 400 for one that can't be used, or a wrong current one. */
export async function changePassword(
  db: Kysely<Database>,
  owner: CredentialOwner,
  { password, current }: { password: string; current: string | undefined },
  context: ChangeContext,
): Promise<void> {
  const { user } = owner.actor;
  const before = await findPassword(db, user.id);
  if (before && !isWithin(owner, before))
    throw forbidden('Your session is limited to one organization, and your password is not.');
  await assertOwner(db, owner, current, context);
  const problem = await validatePassword(password, [user.email, user.displayName]);
  if (problem !== null) throw badValue('body.password', problem);
  const hash = await hashPassword(password, context.clientKey);
  await inTransaction(db, async (trx) => {
    await lockAccount(trx, user.id);
    // It may have been changed while this one was compared.
    if ((await findPassword(trx, user.id))?.hash !== before?.hash)
      throw conflict('The password was changed meanwhile. Reload and try again.');
    await setPassword(trx, { userId: user.id, hash, organizationId: owner.organizationId }, context.now);
    await endSessions(trx, {
      which: sql<boolean>`user_id = ${user.id}`,
      exceptSessionId: owner.sessionId,
      now: context.now,
    });
    await recordChange(trx, owner, before ? 'changed the password' : 'set a password', context);
  });
}

/** Takes the current password of those who have one, for what a session that was left open must not do alone. */
export async function assertOwner(
  db: Kysely<Database>,
  owner: CredentialOwner,
  current: string | undefined,
  { now, clientKey }: ChangeContext,
): Promise<void> {
  const storedPassword = await findPassword(db, owner.actor.user.id);
  if (!storedPassword || !needsCurrent(owner)) return;
  if (current === undefined) throw badValue('body.current', 'is required');
  const key: WaitKey = { kind: 'device', name: `session ${owner.sessionId}` };
  await countAttempt(db, key, now);
  if (!(await verifyPassword(current, storedPassword.hash, clientKey)))
    throw badValue('body.current', 'is wrong');
  await forgiveAttempt(db, key, now);
}

/** The options for another passkey; their challenge works once, for this person. */
export async function startOwnPasskey(
  db: Kysely<Database>,
  party: RelyingParty,
  { actor: { user } }: CredentialOwner,
  now: Date,
) {
  const passkeys = await findPasskeys(db, user.id);
  if (passkeys.length >= MAX_PASSKEYS) throw conflict(`An account has at most ${MAX_PASSKEYS} passkeys.`);
  const existing = passkeys.map(({ credential_id: id }) => id);
  const options = await registrationOptions(party, { ...user, existing });
  const expires_at = new Date(now.getTime() + CEREMONY_MS);
  const data = JSON.stringify({ userId: user.id });
  await insertCode(db, options.challenge, { purpose: 'passkey-registration', data, expires_at }, now);
  return options;
}

/** Adds the passkey that a browser has made. 400 if it is not valid. */
export async function addOwnPasskey(
  db: Kysely<Database>,
  party: RelyingParty,
  owner: CredentialOwner,
  { response, name }: { response: RegistrationResponseJSON; name: string },
  context: ChangeContext,
): Promise<void> {
  const userId = owner.actor.user.id;
  const challenge = challengeOf(response.response.clientDataJSON);
  const passkey = challenge === undefined ? null : await verifyRegistration(party, response, challenge);
  if (!passkey || challenge === undefined) throw badValue('body.passkey', 'is not valid');
  try {
    await inTransaction(db, async (trx) => {
      await lockAccount(trx, userId);
      const started = await consumeCode(trx, 'passkey-registration', challenge, context.now);
      if (Reflect.get(Object(started?.data), 'userId') !== userId)
        throw badValue('body.passkey', 'is not valid');
      const { organizationId } = owner;
      await insertPasskey(trx, { ...passkey, userId, name, organizationId }, context.now);
      await recordChange(trx, owner, `added the passkey “${name}”`, context);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('This passkey exists already.');
    throw error;
  }
}

/** Gives a passkey another name. */
export function renameOwnPasskey(
  db: Kysely<Database>,
  owner: CredentialOwner,
  { passkeyId, name }: { passkeyId: string; name: string },
  { now }: ChangeContext,
): Promise<void> {
  const userId = owner.actor.user.id;
  return inTransaction(db, async (trx) => {
    await lockAccount(trx, userId);
    const passkeys = await findPasskeys(trx, userId);
    const renamed = passkeys.find((passkey) => passkey.id === passkeyId && isWithin(owner, passkey));
    if (!renamed) throw notFound('passkey');
    if (renamed.name === name) return;
    await trx.updateTable('passkeys').set({ name }).where('id', '=', passkeyId).execute();
    // No mail: a name opens nothing.
    await recordChange(trx, owner, `renamed the passkey “${renamed.name}” to “${name}”`, {
      now,
      mailer: { delivery: 'none' },
    });
  });
}

/** Removes a passkey. 409 for the last way to sign in. */
export function removeOwnPasskey(
  db: Kysely<Database>,
  owner: CredentialOwner,
  passkeyId: string,
  context: ChangeContext,
): Promise<void> {
  const userId = owner.actor.user.id;
  return inTransaction(db, async (trx) => {
    await lockAccount(trx, userId);
    const passkeys = await findPasskeys(trx, userId);
    const removed = passkeys.find((passkey) => passkey.id === passkeyId && isWithin(owner, passkey));
    if (!removed) throw notFound('passkey');
    const others = [...passkeys.filter((passkey) => passkey !== removed), await findPassword(trx, userId)];
    if (!others.some((other) => other && isWithin(owner, other))) throw conflict(LAST_CREDENTIAL);
    await trx.deleteFrom('passkeys').where('id', '=', passkeyId).execute();
    await recordChange(trx, owner, `removed the passkey “${removed.name}”`, context);
  });
}

/** Removes the password. 409 for the last way to sign in. */
export function removeOwnPassword(
  db: Kysely<Database>,
  owner: CredentialOwner,
  context: ChangeContext,
): Promise<void> {
  const userId = owner.actor.user.id;
  return inTransaction(db, async (trx) => {
    await lockAccount(trx, userId);
    const password = await findPassword(trx, userId);
    if (!password || !isWithin(owner, password)) throw notFound('password');
    const passkeys = await findPasskeys(trx, userId);
    if (!passkeys.some((passkey) => isWithin(owner, passkey))) throw conflict(LAST_CREDENTIAL);
    await trx.deleteFrom('passwords').where('user_id', '=', userId).execute();
    await recordChange(trx, owner, 'removed the password', context);
  });
}

/** Into the audit log, and by mail to the person: someone else may have done it. */
async function recordChange(
  trx: Transaction<Database>,
  { actor }: CredentialOwner,
  change: string,
  { now, mailer }: Pick<ChangeContext, 'now' | 'mailer'>,
): Promise<void> {
  const { id: userId, displayName, email } = actor.user;
  await recordAccountEvent(trx, {
    userId,
    actor,
    action: 'changeCredentials',
    targetKind: 'user',
    targetId: userId,
    summary: `${displayName} ${change}.`,
  });
  if (canMail(mailer, email))
    await enqueueMails(
      trx,
      [{ kind: 'credentials', to: email, data: { change, at: now.toISOString() } }],
      now,
    );
}
