import type { Kysely, Transaction } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { hashSecret } from './tokens.ts';

const DAY_MS = 24 * 60 * 60_000;
/** How long an unused browser is known. */
const RETENTION_MS = 400 * DAY_MS;

/** Whether a person has signed in with this browser before; `userId` may be of nobody. */
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

/** Notes that a person signed in with a browser. True if they had signed in before, but never with this one. */
export async function rememberDevice(
  trx: Transaction<Database>,
  { userId, deviceSecret }: { userId: string; deviceSecret: string },
  now: Date,
): Promise<boolean> {
  const hash = hashSecret(deviceSecret);
  const known = await trx.selectFrom('known_devices').select('hash').where('user_id', '=', userId).execute();
  await trx
    .insertInto('known_devices')
    .values({ user_id: userId, hash, last_used_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'hash']).doUpdateSet({ last_used_at: now }))
    .execute();
  return known.length > 0 && known.every((device) => device.hash !== hash);
}

export async function deleteOldDevices(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('last_used_at', '<', new Date(now.getTime() - RETENTION_MS))
    .execute();
}
