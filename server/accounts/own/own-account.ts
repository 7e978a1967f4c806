import type { Kysely, Transaction } from 'kysely';
import { isLastAdministrator, updateMemberSearch } from '#server/access/membership.queries.ts';
import { recordAccountEvent } from '#server/audit/account-events.ts';
import { addressOfDeleted } from '#server/base/email-addresses.ts';
import { badValue, conflict } from '#server/base/errors.ts';
import { inTransaction, isUniqueViolation } from '#server/database/engine/transaction.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import type { Mailer } from '#server/network/mailer.ts';
import { canMail, enqueueMails } from '#server/queue/mail-queue.ts';
import { findRefusal, forgetRefusal } from '#server/queue/refused-addresses.ts';
import { lockAccount } from '../credentials/credentials.queries.ts';
import { consumeCode, findCode } from '../credentials/one-time-codes.ts';
import { countAttempt } from '../credentials/sign-in-waits.ts';
import {
  assertCanChangeAddress,
  assertMayUse,
  assertWholeAccount,
  canChangeAddress,
  requireOffer,
} from './offered-address.ts';
import { assertOwner, type ChangeContext, type CredentialOwner } from './own-credentials.ts';

const NO_MAIL =
  'This server can’t send mail, so it can’t confirm a new address. Ask the operator of the server for help.';
const INVALID_CODE =
  'The link is invalid, already used or expired, or for another account. Ask for a new one.';

/**
 * Starts a change of the address to `email` (normalized), which takes effect once its mail is confirmed;
 * until then the old one stays. The response is the same whether the new address has an account, so that it
 * discloses nothing.
 */
export async function startEmailChange(
  db: Kysely<Database>,
  owner: CredentialOwner,
  { email, current }: { email: string; current: string | undefined },
  context: ChangeContext,
): Promise<void> {
  assertWholeAccount(owner);
  if (context.mailer.delivery === 'none') throw conflict(NO_MAIL);
  if (email.toLowerCase() === owner.actor.user.email.toLowerCase())
    throw badValue('body.email', 'is your address already');
  await assertOwner(db, owner, current, context);
  await mailChange(db, owner, { email }, context);
}

/** Asks for the address that an identity provider mails to. 409 if it is not offered, 403 if not in this session. */
export async function startOfferedChange(
  db: Kysely<Database>,
  owner: CredentialOwner,
  { email, current }: { email: string; current: string | undefined },
  context: ChangeContext,
): Promise<void> {
  const offer = await requireOffer(db, owner, email);
  await assertCanChangeAddress(db, owner);
  if (context.mailer.delivery === 'none') throw conflict(NO_MAIL);
  await assertOwner(db, owner, current, context);
  await mailChange(db, owner, offer, context);
}

/** How mail reaches the person. */
export interface OwnAddress {
  email: string;
  /** Whether the owner of the account was shown to receive its mail. */
  isConfirmed: boolean;
  /** Why a mail server rejects mail to it; null unless it does. */
  refusal: { reason: string; refusedAt: string } | null;
  /** Whether the server sends mail. */
  hasMail: boolean;
  /** Whether it sends mail to this address. */
  canMail: boolean;
  /** Whether this session may confirm it. */
  canConfirm: boolean;
}

export async function getOwnAddress(
  db: Kysely<Database>,
  owner: CredentialOwner,
  mailer: Pick<Mailer, 'delivery'>,
): Promise<OwnAddress> {
  const { id, email } = owner.actor.user;
  const account = await db
    .selectFrom('users')
    .select('email_confirmed_at')
    .where('id', '=', id)
    .executeTakeFirst();
  const refusal = await findRefusal(db, email);
  return {
    email,
    isConfirmed: account?.email_confirmed_at != null,
    refusal: refusal ? { ...refusal, refusedAt: refusal.refusedAt.toISOString() } : null,
    hasMail: mailer.delivery !== 'none',
    canMail: canMail(mailer, email),
    canConfirm: await canChangeAddress(db, owner),
  };
}

/** Mails a link that confirms the address of the account. 409 where nothing can be mailed to it. */
export async function startEmailConfirmation(
  db: Kysely<Database>,
  owner: CredentialOwner,
  { now, mailer }: ChangeContext,
): Promise<void> {
  const { id: userId, email } = owner.actor.user;
  await assertCanChangeAddress(db, owner);
  if (mailer.delivery === 'none') throw conflict(NO_MAIL);
  if (!canMail(mailer, email)) throw conflict('Addresses of the demonstration never get mail.');
  await countAttempt(db, { kind: 'mail', name: `user ${userId}` }, now);
  await enqueueMails(db, [{ kind: 'email-confirmation', to: email, data: { userId } }], now);
}

async function mailChange(
  db: Kysely<Database>,
  { actor: { user } }: CredentialOwner,
  { email, identityId }: { email: string; identityId?: string },
  { now, mailer }: ChangeContext,
): Promise<void> {
  await countAttempt(db, { kind: 'mail', name: `user ${user.id}` }, now);
  const codeRequest = { kind: 'email-change', to: email, data: { userId: user.id, identityId } };
  const notice = { kind: 'email-change-notice', to: user.email, data: { at: now.toISOString() } };
  const mails = [codeRequest, notice].filter(({ to }) => canMail(mailer, to));
  await inTransaction(db, (trx) => enqueueMails(trx, mails, now));
}

/** The address that a code would give the account, and the one that it has. 409 if the code can't be used. */
export async function findEmailChange(
  db: Kysely<Database>,
  owner: CredentialOwner,
  code: string,
  now: Date,
): Promise<{ email: string; current: string }> {
  const { user } = owner.actor;
  const emailCode = await findCode(db, 'email-change', code, now);
  const email = newAddress(emailCode, user);
  if (emailCode) await assertMayUse(db, owner, emailCode);
  return { email, current: user.email };
}

/**
 * The new address in a code. A link for an account whose address has changed since is as invalid as an old
 * one.
 */
function newAddress(code: Row<'one_time_codes'> | undefined, account: { id: string; email: string }): string {
  const from: unknown = Reflect.get(Object(code?.data), 'from');
  if (!code || code.user_id !== account.id || code.email === null || from !== account.email)
    throw conflict(INVALID_CODE);
  return code.email;
}

/** Gives the account the address to which a code was mailed, or confirms the one that it has. 409 if the code or the address can't be used. */
export async function confirmEmailChange(
  db: Kysely<Database>,
  owner: CredentialOwner,
  code: string,
  { now, mailer }: ChangeContext,
): Promise<void> {
  const { id: userId, displayName } = owner.actor.user;
  try {
    await inTransaction(db, async (trx) => {
      const account = await lockAccount(trx, userId);
      if (!account) throw conflict(INVALID_CODE);
      const { email: before } = account;
      const used = await consumeCode(trx, 'email-change', code, now);
      const email = newAddress(used, account);
      if (used) await assertMayUse(trx, owner, used);
      await setEmail(trx, { userId, email, confirmedAt: now });
      await forgetRefusal(trx, email);
      if (email === before) return recordConfirmation(trx, owner);
      await recordAccountEvent(trx, {
        userId,
        actor: owner.actor,
        action: 'changeEmail',
        targetKind: 'user',
        targetId: userId,
        summary: `${displayName} changed the email address.`,
        before: { email: before },
        after: { email },
      });
      const notice = { kind: 'email-changed', to: before, data: { at: now.toISOString() } };
      if (canMail(mailer, before)) await enqueueMails(trx, [notice], now);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('This address belongs to another account.');
    throw error;
  }
}

function recordConfirmation(trx: Transaction<Database>, { actor }: CredentialOwner): Promise<void> {
  const { id: userId, displayName } = actor.user;
  return recordAccountEvent(trx, {
    userId,
    actor,
    action: 'confirmEmail',
    targetKind: 'user',
    targetId: userId,
    summary: `${displayName} confirmed the email address.`,
  });
}

async function setEmail(
  trx: Transaction<Database>,
  { userId, email, confirmedAt }: { userId: string; email: string; confirmedAt: Date | null },
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ email, email_confirmed_at: confirmedAt })
    .where('id', '=', userId)
    .execute();
  await updateMemberSearch(trx, userId);
}

/**
 * Deletes the account: it leaves all organizations, and its credentials end. The person's texts stay, with
 * their name. 409 for the last administrator of an organization.
 */
export async function deleteOwnAccount(
  db: Kysely<Database>,
  owner: CredentialOwner,
  current: string | undefined,
  context: ChangeContext,
): Promise<void> {
  assertWholeAccount(owner);
  await assertOwner(db, owner, current, context);
  const { now, mailer } = context;
  const { id: userId, displayName, email } = owner.actor.user;
  await inTransaction(db, async (trx) => {
    await leaveAll(trx, owner);
    await lockAccount(trx, userId);
    for (const table of [
      'passwords',
      'passkeys',
      'known_devices',
      'one_time_codes',
      'sessions',
      'operators',
    ] as const)
      await trx.deleteFrom(table).where('user_id', '=', userId).execute();
    await trx.deleteFrom('tokens').where('user_id', '=', userId).execute();
    await trx.updateTable('users').set({ photo_url: null }).where('id', '=', userId).execute();
    await setEmail(trx, { userId, email: addressOfDeleted(userId), confirmedAt: null });
    const notice = { kind: 'account-deleted', to: email, data: { at: now.toISOString() } };
    if (canMail(mailer, email)) await enqueueMails(trx, [notice], now);
    // It has no organization any more, so this is in the log of the installation.
    await recordAccountEvent(trx, {
      userId,
      actor: owner.actor,
      action: 'deleteAccount',
      targetKind: 'user',
      targetId: userId,
      summary: `${displayName} deleted the account.`,
    });
  });
}

/** In the order of the organizations, so that two deletions do not wait for each other. */
async function leaveAll(trx: Transaction<Database>, { actor }: CredentialOwner): Promise<void> {
  const { id: userId, displayName } = actor.user;
  const organizations = await trx
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(['organizations.id', 'organizations.title'])
    .where('members.user_id', '=', userId)
    .orderBy('organizations.id')
    .execute();
  const blockers: string[] = [];
  for (const { id, title } of organizations)
    if (await isLastAdministrator(trx, id, userId)) blockers.push(`“${title}”`);
  if (blockers.length > 0)
    throw conflict(
      `You are the last administrator of ${blockers.join(', ')}. Make someone else an administrator first.`,
    );
  for (const { id: organizationId } of organizations)
    await recordAccountEvent(trx, {
      userId,
      organizationIds: [organizationId],
      actor,
      action: 'deleteAccount',
      targetKind: 'member',
      targetId: userId,
      summary: `${displayName} deleted the account and left the organization.`,
    });
  await trx.deleteFrom('members').where('user_id', '=', userId).execute();
}
