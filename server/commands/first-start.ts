import { type Kysely, sql, type Transaction } from 'kysely';
import { insertApiToken } from '#server/access/api-tokens.ts';
import { LEVEL } from '#server/access/roles.ts';
import { createSignInCode } from '#server/access/sessions.ts';
import { newId } from '#server/database/ids.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { toSearchKey } from '#server/lists/lists.ts';
import type { Settings } from './settings.ts';

/** The first administrator, with and without the demonstration. */
const ADMIN_EMAIL = 'admin@demo.example';
/** The setting that stores the first administrator once a database has been seeded. */
const FIRST_ADMINISTRATOR_KEY = 'first_administrator';
/** An arbitrary advisory lock id. */
const SEED_LOCK_ID = 4_400_001;

/**
 * Seeds an empty database once: with the demonstration, or (`--empty`) with one administrator of one organization.
 * Returns the id of the first administrator at every start.
 */
export async function seedOnFirstStart(
  db: Kysely<Database>,
  settings: Pick<Settings, 'empty' | 'adminToken'>,
  now: Date,
): Promise<{ administratorId: string; isFirstStart: boolean } | undefined> {
  return inTransaction(db, async (trx) => {
    // When several servers start on one empty database, the others wait for the first and find it seeded.
    await sql`select pg_advisory_xact_lock(${SEED_LOCK_ID})`.execute(trx);
    return seedOnce(trx, settings, now);
  });
}

async function seedOnce(
  trx: Transaction<Database>,
  settings: Pick<Settings, 'empty' | 'adminToken'>,
  now: Date,
): Promise<{ administratorId: string; isFirstStart: boolean } | undefined> {
  const filled = await trx
    .selectFrom('server_settings')
    .select('value')
    .where('key', '=', FIRST_ADMINISTRATOR_KEY)
    .executeTakeFirst();
  if (filled) return { administratorId: filled.value, isFirstStart: false };
  // A database with other data (restored, seeded) is left unchanged.
  if (await trx.selectFrom('users').select('id').executeTakeFirst()) return undefined;
  if (settings.empty) await addAdministrator(trx);
  else {
    const { seedDemonstration } = await import('#server/database/seed/demonstration.ts');
    await seedDemonstration(trx, { now });
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
  return { administratorId: id, isFirstStart: true };
}

/** A link that signs the administrator in once. */
export async function createSignInLink(
  db: Kysely<Database>,
  publicUrl: string,
  administratorId: string,
  now: Date,
): Promise<string> {
  return `${publicUrl}/login#code=${await createSignInCode(db, administratorId, now)}`;
}

async function addAdministrator(trx: Transaction<Database>): Promise<void> {
  const user = { id: newId(), display_name: 'Administrator', email: ADMIN_EMAIL };
  const organizationId = newId();
  await trx.insertInto('users').values(user).execute();
  await trx.insertInto('organizations').values({ id: organizationId, title: 'My organization' }).execute();
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
