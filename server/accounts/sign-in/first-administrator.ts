import { type Kysely, sql, type Transaction } from 'kysely';
import { insertOperators } from '#server/access/operators.ts';
import { LEVEL } from '#server/access/roles.ts';
import { recordAccountEvent } from '#server/audit/account-events.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { consumeCode, createCode, findCode } from '../credentials/one-time-codes.ts';
import type { RelyingParty } from '../credentials/passkeys.ts';
import { insertMembers } from '../joining/joining.queries.ts';
import { insertOrganization } from '../joining/new-organization.ts';
import { type SessionGrant, startSession } from '../sessions/sessions.ts';
import { type BrowserContext, finishSignIn } from '../sessions/sign-in-browser.ts';
import {
  checkCredential,
  insertCredential,
  type NewCredential,
  resolveUserId,
  startFirstPasskey,
} from './new-account.ts';

/** The setting that stores the first administrator once there is one. */
export const FIRST_ADMINISTRATOR_KEY = 'first_administrator';
/** An arbitrary advisory lock id. */
const SEED_LOCK_ID = 4_400_001;
/** How long the link that an empty installation prints works. */
const SET_UP_MS = 7 * 24 * 60 * 60_000;

/** Everyone who fills an empty database waits for the others, until the transaction ends. */
export async function lockSeeding(trx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SEED_LOCK_ID})`.execute(trx);
}

/** Whether there are no users yet. */
export async function isUnused(db: Kysely<Database>): Promise<boolean> {
  return !(await db.selectFrom('users').select('id').limit(1).executeTakeFirst());
}

/** Creates the code with which the first administrator is made. It works until there is one, within a week. */
export function createSetUpCode(db: Kysely<Database>, now: Date): Promise<string> {
  return createCode(db, { purpose: 'set-up', expires_at: new Date(now.getTime() + SET_UP_MS) }, now);
}

/** Whether a code makes the first administrator. */
export async function isSetUpCode(db: Kysely<Database>, code: string, now: Date): Promise<boolean> {
  return (await findCode(db, 'set-up', code, now)) !== undefined && (await isUnused(db));
}

/** The first administrator's input; `email` is normalized. */
export interface FirstAdministrator {
  code: string;
  displayName: string;
  email: string;
}

/** The options for the passkey of the first administrator. Undefined if the code is not valid. */
export async function startSetUpPasskey(
  db: Kysely<Database>,
  party: RelyingParty,
  { code, displayName, email }: FirstAdministrator,
  now: Date,
) {
  if (!(await isSetUpCode(db, code, now))) return undefined;
  return startFirstPasskey(db, party, { userId: null, email, displayName }, now);
}

/**
 * Makes the first administrator and their organization, and signs in. The owner of the printed link starts
 * the server, and so vouches for the address. Undefined if the code is not valid; 400 for a password or
 * passkey that can't be used.
 */
export async function setUp(
  db: Kysely<Database>,
  party: RelyingParty | null,
  fields: FirstAdministrator & { organization: string; credential: NewCredential },
  browser: BrowserContext,
): Promise<SessionGrant | undefined> {
  const { code, displayName, email, organization: title, credential } = fields;
  const { now } = browser;
  if (!(await isSetUpCode(db, code, now))) return undefined;
  const checked = await checkCredential(credential, party, { email, displayName }, browser);
  return inTransaction(db, async (trx) => {
    await lockSeeding(trx);
    if (!(await consumeCode(trx, 'set-up', code, now)) || !(await isUnused(trx))) return undefined;
    const userId = await resolveUserId(trx, { owner: undefined, checked }, now);
    const user = { id: userId, display_name: displayName, email, email_confirmed_at: now };
    await trx.insertInto('users').values(user).execute();
    const organizationId = await insertOrganization(trx, title);
    await insertMembers(trx, organizationId, [{ userId, role: LEVEL.admin, sso: false }]);
    await trx.insertInto('server_settings').values({ key: FIRST_ADMINISTRATOR_KEY, value: userId }).execute();
    await insertOperators(trx, [userId], now);
    await insertCredential(trx, { userId, organizationId: null }, checked, browser);
    await trx
      .deleteFrom('one_time_codes')
      .where('purpose', '=', 'set-up')
      .where('used_at', 'is', null)
      .execute();
    const grant = await startSession(trx, { userId, method: checked.kind }, browser);
    await finishSignIn(trx, userId, browser);
    await recordAccountEvent(trx, {
      userId,
      actor: { user: { id: userId } },
      action: 'createAccount',
      targetKind: 'user',
      targetId: userId,
      summary: `${displayName} set up the server with a ${checked.kind}.`,
      after: { credential: checked.kind, confirmed: true },
    });
    return grant;
  });
}
