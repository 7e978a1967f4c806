import { type Kysely, sql, type Transaction } from 'kysely';
import { hashSecret } from '#server/access/tokens.ts';
import type { Database } from '#server/database/tables/schema.ts';

const DAY_MS = 24 * 60 * 60_000;
/** How long an unused browser is known. */
const RETENTION_MS = 400 * DAY_MS;

/** Whether a person has signed in with this browser before; `userId` may not exist. */
export async function isKnownDevice(
  db: Kysely<Database>,
  userId: string,
  deviceSecret: string | undefined,
): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('hash')
    .where('user_id', '=', userId)
    .where('hash', '=', hashSecret(deviceSecret ?? ''))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether the owner of an address has signed in with this browser before; unknown addresses take the same
 * time.
 */
export async function isDeviceOfAddress(
  db: Kysely<Database>,
  email: string,
  deviceSecret: string | undefined,
): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('hash')
    .where('hash', '=', hashSecret(deviceSecret ?? ''))
    .where(sql<string>`lower(users.email)`, '=', email)
    .executeTakeFirst();
  return row !== undefined;
}

/** A sign-in with a browser: what its cookie was, undefined without one, and what it becomes. */
export interface DeviceSignIn {
  userId: string;
  deviceSecret: string | undefined;
  nextDeviceSecret: string;
}

/**
 * Records that a person signed in with a browser. True if they had signed in before, but never with this one.
 * The value that the browser brought is replaced afterwards, as an attacker may have planted it. Other people
 * who sign in with this browser, and links that it has opened, are known by its new value.
 */
export async function rememberDevice(
  trx: Transaction<Database>,
  { userId, deviceSecret, nextDeviceSecret }: DeviceSignIn,
  now: Date,
): Promise<boolean> {
  const [former, hash] = [hashSecret(deviceSecret ?? ''), hashSecret(nextDeviceSecret)];
  const knownDevices = await trx
    .selectFrom('known_devices')
    .select('hash')
    .where('user_id', '=', userId)
    .execute();
  if (deviceSecret !== undefined) {
    await trx.updateTable('known_devices').set({ hash }).where('hash', '=', former).execute();
    await trx
      .updateTable('one_time_codes')
      .set({ browser_hash: hash })
      .where('browser_hash', '=', former)
      .execute();
  }
  await trx
    .insertInto('known_devices')
    .values({ user_id: userId, hash, last_used_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'hash']).doUpdateSet({ last_used_at: now }))
    .execute();
  return knownDevices.length > 0 && knownDevices.every((device) => device.hash !== former);
}

export async function deleteOldDevices(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('last_used_at', '<', new Date(now.getTime() - RETENTION_MS))
    .execute();
}
