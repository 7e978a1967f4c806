import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { type Kysely, sql, type Transaction } from 'kysely';
import { updateMemberSearch } from '#server/access/membership.queries.ts';
import { recordAccountEvent } from '#server/audit/account-events.ts';
import { badValue, conflict } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import { inTransaction, isUniqueViolation } from '#server/database/engine/transaction.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import {
  hasCredential,
  insertPasskey,
  lockAccount,
  setPassword,
} from '../credentials/credentials.queries.ts';
import { consumeCode, findCode, insertCode, isFor, revokeCodes } from '../credentials/one-time-codes.ts';
import {
  CEREMONY_MS,
  registrationOptions,
  type RelyingParty,
  verifyRegistration,
} from '../credentials/passkeys.ts';
import { hashPassword } from '../credentials/password-hash.ts';
import { validatePassword } from '../credentials/password-rules.ts';
import { joinByDomain } from '../joining/email-domains.ts';
import { nameOfPasskey } from '../sessions/devices.ts';
import { type SessionGrant, startSession } from '../sessions/sessions.ts';
import { type BrowserContext, finishSignIn } from '../sessions/sign-in-browser.ts';
import { challengeOf } from './passkey-sign-in.ts';

/** The facts of an account's code for the browser that opened its link. */
export interface AccountCode {
  userId: string | null;
  email: string;
  /** Empty while the account has no name. */
  displayName: string;
}

/** Looks at the code of a new account. Undefined if it is unknown, used or expired, or if its account was made. */
export async function findAccountCode(
  db: Kysely<Database>,
  code: string,
  now: Date,
): Promise<AccountCode | undefined> {
  const accountCode = await findCode(db, 'account', code, now);
  if (!accountCode) return undefined;
  const user = await findOwner(db, accountCode);
  if (!isUsable(accountCode, user) || (user && (await hasCredential(db, user.id)))) return undefined;
  const email = user?.email ?? accountCode.email ?? '';
  const localPart = email.slice(0, email.lastIndexOf('@'));
  const displayName = user && user.display_name !== localPart ? user.display_name : '';
  return { userId: user?.id ?? null, email, displayName };
}

function findOwner(db: Kysely<Database>, code: Row<'one_time_codes'>): Promise<Row<'users'> | undefined> {
  const users = db.selectFrom('users').selectAll();
  return code.user_id === null
    ? users.where(sql`lower(email)`, '=', (code.email ?? '').toLowerCase()).executeTakeFirst()
    : users.where('id', '=', code.user_id).executeTakeFirst();
}

/** Whether the code makes the account of `owner`, or one that does not exist yet. */
function isUsable(code: Row<'one_time_codes'>, owner: Row<'users'> | undefined): boolean {
  return owner ? isFor(code, owner) : code.user_id === null && code.email !== null;
}

/** The options for the passkey of a new account. Undefined if the code is not valid. */
export async function startAccountPasskey(
  db: Kysely<Database>,
  party: RelyingParty,
  { code, displayName }: { code: string; displayName: string },
  now: Date,
) {
  const account = await findAccountCode(db, code, now);
  return account && startFirstPasskey(db, party, { ...account, displayName }, now);
}

/** The options for the first passkey of an account, or of one that does not exist yet: `userId` is null. */
export async function startFirstPasskey(
  db: Kysely<Database>,
  party: RelyingParty,
  { userId, email, displayName }: AccountCode,
  now: Date,
) {
  // The authenticator stores the id, so a new account has it from here on.
  const id = userId ?? newId();
  const options = await registrationOptions(party, { id, email, displayName, existing: [] });
  const expires_at = new Date(now.getTime() + CEREMONY_MS);
  const data = JSON.stringify({ userId: id });
  await insertCode(db, options.challenge, { purpose: 'passkey-registration', data, expires_at }, now);
  return options;
}

/** A first credential: a password, or the response of a browser that made a passkey. */
export type NewCredential = { password: string } | { passkey: RegistrationResponseJSON };

/** A credential that is valid, except that the challenge of a passkey may have been used. */
export type CheckedCredential =
  | { kind: 'password'; hash: string }
  | {
      kind: 'passkey';
      challenge: string;
      passkey: NonNullable<Awaited<ReturnType<typeof verifyRegistration>>>;
    };

/**
 * Gives an account its first credential, makes the account where there is none, and signs in. Undefined if
 * the code is not valid; 400 for a password or passkey that can't be used; 409 if the account got a
 * credential in between.
 */
export async function createAccount(
  db: Kysely<Database>,
  party: RelyingParty | null,
  { code, displayName, credential }: { code: string; displayName: string; credential: NewCredential },
  browser: BrowserContext,
): Promise<SessionGrant | undefined> {
  const account = await findAccountCode(db, code, browser.now);
  if (!account) return undefined;
  const checked = await checkCredential(credential, party, { ...account, displayName }, browser);
  try {
    return await inTransaction(db, (trx) => insertAccount(trx, { code, displayName, checked }, browser));
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('This account or passkey exists already. Sign in instead.');
    throw error;
  }
}

/** Checks a first credential: 400 for a password or passkey that can't be used. */
export async function checkCredential(
  credential: NewCredential,
  party: RelyingParty | null,
  owner: { email: string; displayName: string },
  { clientKey }: BrowserContext,
): Promise<CheckedCredential> {
  if ('password' in credential) {
    const problem = await validatePassword(credential.password, [owner.email, owner.displayName]);
    if (problem !== null) throw badValue('body.password', problem);
    return { kind: 'password', hash: await hashPassword(credential.password, clientKey) };
  }
  const challenge = challengeOf(credential.passkey.response.clientDataJSON);
  const passkey =
    party && challenge !== undefined ? await verifyRegistration(party, credential.passkey, challenge) : null;
  if (!passkey || challenge === undefined) throw badValue('body.passkey', 'is not valid');
  return { kind: 'passkey', challenge, passkey };
}

async function insertAccount(
  trx: Transaction<Database>,
  fields: { code: string; displayName: string; checked: CheckedCredential },
  browser: BrowserContext,
): Promise<SessionGrant | undefined> {
  const { displayName, checked } = fields;
  const { now } = browser;
  const code = await consumeCode(trx, 'account', fields.code, now);
  if (!code) return undefined;
  const owner = await findOwner(trx, code);
  if (!isUsable(code, owner)) return undefined;
  const userId = await resolveUserId(trx, { owner, checked }, now);
  await lockAccount(trx, userId);
  if (await hasCredential(trx, userId)) throw conflict('This account exists already. Sign in instead.');
  if (owner) await nameUser(trx, { userId, displayName, isConfirmed: code.email !== null }, now);
  else {
    const user = { id: userId, display_name: displayName, email: code.email ?? '', email_confirmed_at: now };
    await trx.insertInto('users').values(user).execute();
  }
  const joined: unknown = Reflect.get(Object(code.data), 'joins');
  if (typeof joined === 'string') {
    const user = { id: userId, displayName, email: code.email ?? '' };
    // The domain may have been taken away since the mail was sent.
    if (!(await joinByDomain(trx, joined, user)))
      throw conflict('The organization no longer lets people join by themselves.');
  }
  // A mailed code proves the address; a code passed on by an administrator counts in their organization only.
  const limitedTo = code.email === null ? code.organization_id : null;
  await insertCredential(trx, { userId, organizationId: limitedTo }, checked, browser);
  await revokeCodes(trx, userId, 'account');
  const grant = await startSession(trx, { userId, method: checked.kind, limitedTo }, browser);
  await finishSignIn(trx, userId, browser);
  await recordAccountEvent(trx, {
    userId,
    actor: { user: { id: userId } },
    action: 'createAccount',
    targetKind: 'user',
    targetId: userId,
    summary: `${displayName} made an account with a ${checked.kind}.`,
    after: { credential: checked.kind, confirmed: code.email !== null },
  });
  return grant;
}

/** Stores an account's first credential. A passkey is named after its browser. */
export async function insertCredential(
  trx: Transaction<Database>,
  owner: { userId: string; organizationId: string | null },
  checked: CheckedCredential,
  { now, origin }: BrowserContext,
): Promise<void> {
  if (checked.kind === 'password') return setPassword(trx, { ...owner, hash: checked.hash }, now);
  await insertPasskey(trx, { ...checked.passkey, ...owner, name: nameOfPasskey(origin.userAgent) }, now);
}

/** The account's id. That of a new one was chosen when its passkey was started; this uses the challenge up. */
export async function resolveUserId(
  trx: Transaction<Database>,
  { owner, checked }: { owner: Row<'users'> | undefined; checked: CheckedCredential },
  now: Date,
): Promise<string> {
  if (checked.kind === 'password') return owner?.id ?? newId();
  const started = await consumeCode(trx, 'passkey-registration', checked.challenge, now);
  const chosenId: unknown = Reflect.get(Object(started?.data), 'userId');
  if (typeof chosenId !== 'string' || (owner && owner.id !== chosenId))
    throw badValue('body.passkey', 'is not valid');
  return chosenId;
}

async function nameUser(
  trx: Transaction<Database>,
  { userId, displayName, isConfirmed }: { userId: string; displayName: string; isConfirmed: boolean },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ display_name: displayName, ...(isConfirmed && { email_confirmed_at: now }) })
    .where('id', '=', userId)
    .execute();
  await updateMemberSearch(trx, userId);
}
