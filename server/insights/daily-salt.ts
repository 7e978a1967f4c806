import { type Kysely, sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { Database } from '#server/database/tables/schema.ts';

/** A day in UTC, such as `2026-11-29`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/**
 * The key of a day's marks, the same for all servers: the first that needs one on a new day overwrites that of the day
 * before. Undefined for a day that is over.
 */
export async function saltOf(db: Kysely<Database>, day: string): Promise<Buffer | undefined> {
  const fresh = randomBytes(32);
  await sql`insert into visitor_salts (id, day, salt) values (1, ${day}::date, ${fresh})
    on conflict (id) do update set day = excluded.day, salt = excluded.salt
    where visitor_salts.day < excluded.day`.execute(db);
  const { rows } = await sql<{ salt: Buffer }>`
    select salt from visitor_salts where day = ${day}::date`.execute(db);
  return rows[0]?.salt;
}

/** Overwrites the key of a day that is over, if no server has done so. */
export async function endSalt(db: Kysely<Database>, today: string): Promise<void> {
  await sql`update visitor_salts set day = ${today}::date, salt = ${randomBytes(32)}
    where day < ${today}::date`.execute(db);
}
