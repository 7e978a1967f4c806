import type { Kysely, Transaction } from 'kysely';
import { insertOperators } from '#server/access/operators.ts';
import { LEVEL } from '#server/access/roles.ts';
import { insertOrganization } from '#server/accounts/joining/new-organization.ts';
import { insertApiToken } from '#server/accounts/sessions/api-tokens.ts';
import { DEMONSTRATION_KEY } from '#server/accounts/sign-in/demonstration-sign-in.ts';
import {
  createSetUpCode,
  FIRST_ADMINISTRATOR_KEY,
  isUnused,
  lockSeeding,
} from '#server/accounts/sign-in/first-administrator.ts';
import { createSignInCode } from '#server/accounts/sign-in/link-sign-in.ts';
import { newId } from '#server/base/ids.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { toSearchKey } from '#server/lists/lists.ts';
import type { Settings } from './settings.ts';

/** The first administrator of the demonstration, and of an empty installation with an API token. */
const ADMIN_EMAIL = 'admin@demo.example';
/** The first administrator of a started server, if there is one. */
export type FirstStart = { administratorId: string; isFirstStart: boolean } | { administratorId: null };

/**
 * Seeds an empty database once with the demonstration. With `--empty` there are no users until the printed
 * link is used, except that an API token (`ADMIN_TOKEN`) gets an administrator of one organization. Undefined
 * for a database that was filled otherwise.
 */
export async function seedOnFirstStart(
  db: Kysely<Database>,
  settings: Pick<Settings, 'empty' | 'adminToken'>,
  now: Date,
): Promise<FirstStart | undefined> {
  const filled = await findFirstAdministrator(db);
  if (filled) return filled;
  const seedLocked = async (trx: Transaction<Database>) => {
    // When several servers start on one empty database, the others wait for the first and find it seeded.
    await lockSeeding(trx);
    return seedOnce(trx, settings, now);
  };
  return inTransaction(db, seedLocked, { isUnlimited: true });
}

async function findFirstAdministrator(db: Kysely<Database>): Promise<FirstStart | undefined> {
  const row = await db
    .selectFrom('server_settings')
    .select('value')
    .where('key', '=', FIRST_ADMINISTRATOR_KEY)
    .executeTakeFirst();
  return row && { administratorId: row.value, isFirstStart: false };
}

async function seedOnce(
  trx: Transaction<Database>,
  settings: Pick<Settings, 'empty' | 'adminToken'>,
  now: Date,
): Promise<FirstStart | undefined> {
  const filled = await findFirstAdministrator(trx);
  if (filled) return filled;
  // A database with other data (restored, seeded) is left unchanged.
  if (!(await isUnused(trx))) return undefined;
  if (settings.empty) {
    if (settings.adminToken === undefined) return { administratorId: null };
    await addAdministrator(trx);
  } else {
    const { seedDemonstration } = await import('#server/seed/demonstration.ts');
    await seedDemonstration(trx, { now });
    await trx.insertInto('server_settings').values({ key: DEMONSTRATION_KEY, value: 'seeded' }).execute();
  }
  const { id } = await trx
    .selectFrom('users')
    .select('id')
    .where('email', '=', ADMIN_EMAIL)
    .executeTakeFirstOrThrow();
  if (settings.adminToken !== undefined) {
    const token = { userId: id, name: 'ADMIN_TOKEN', expiresAt: null, token: settings.adminToken };
    await insertApiToken(trx, { ...token, limits: null, actor: null, now });
  }
  await trx.insertInto('server_settings').values({ key: FIRST_ADMINISTRATOR_KEY, value: id }).execute();
  await insertOperators(trx, [id], now);
  return { administratorId: id, isFirstStart: true };
}

/** A link that signs the administrator in. */
export async function createSignInLink(
  db: Kysely<Database>,
  publicUrl: string,
  administratorId: string,
  now: Date,
): Promise<string> {
  return `${publicUrl}/login#code=${await createSignInCode(db, administratorId, now)}`;
}

/** A link with which the first administrator is made. */
export async function createSetUpLink(db: Kysely<Database>, publicUrl: string, now: Date): Promise<string> {
  return `${publicUrl}/login#set-up=${await createSetUpCode(db, now)}`;
}

async function addAdministrator(trx: Transaction<Database>): Promise<void> {
  const user = { id: newId(), display_name: 'Administrator', email: ADMIN_EMAIL };
  await trx.insertInto('users').values(user).execute();
  const organizationId = await insertOrganization(trx, 'My organization');
  await trx
    .insertInto('members')
    .values({
      organization_id: organizationId,
      user_id: user.id,
      role: LEVEL.admin,
      last_seen_at: null,
      search_text: toSearchKey(`${user.display_name} ${user.email}`),
    })
    .execute();
}
