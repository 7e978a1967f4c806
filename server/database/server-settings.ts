import type { Kysely } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { Database } from './tables/schema.ts';

/** The key that signs cursors and visitor tokens. Created on first use and shared by all processes on the database. */
export async function signingSecret(db: Kysely<Database>): Promise<string> {
  const storedSecret = await findSecret(db);
  if (storedSecret) return storedSecret.value;
  const fresh = randomBytes(32).toString('base64url');
  await db
    .insertInto('server_settings')
    .values({ key: 'signing_secret', value: fresh })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const row = await findSecret(db);
  if (!row) throw new Error('The signing secret was not stored.');
  return row.value;
}

function findSecret(db: Kysely<Database>): Promise<{ value: string } | undefined> {
  return db
    .selectFrom('server_settings')
    .select('value')
    .where('key', '=', 'signing_secret')
    .executeTakeFirst();
}
