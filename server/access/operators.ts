import type { Kysely, Transaction } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';

/** Makes people operators of the server; without effect for those who are. Returns whether one was not yet. */
export async function insertOperators(
  db: Kysely<Database>,
  userIds: readonly string[],
  now: Date,
): Promise<boolean> {
  const added = await db
    .insertInto('operators')
    .values(userIds.map((user_id) => ({ user_id, added_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute();
  return added.length > 0;
}

/** Returns whether the person was an operator. */
export async function deleteOperator(trx: Transaction<Database>, userId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('operators')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
