import type { Kysely } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';
import { minuteOf, toTable } from './accounts.ts';

/** How many events are listed. */
const LISTED = 200;

/**
 * A table of the latest events that belong to no organization, newest first; of one user or of all. Those of accounts
 * that were deleted keep the ID of the account.
 */
export async function listInstallationLog(db: Kysely<Database>, email: string | undefined): Promise<string> {
  const rows = await db
    .selectFrom('installation_log')
    .leftJoin('users', 'users.id', 'installation_log.actor_id')
    .select(['installation_log.at', 'installation_log.actor_id', 'installation_log.action'])
    .select(['installation_log.summary', 'users.email'])
    .$if(email !== undefined, (entries) =>
      entries.where((user) =>
        user(user.fn<string>('lower', ['users.email']), '=', (email ?? '').toLowerCase()),
      ),
    )
    .orderBy('installation_log.at', 'desc')
    .orderBy('installation_log.id', 'desc')
    .limit(LISTED)
    .execute();
  return toTable([
    ['AT', 'BY', 'ACTION', 'EVENT'],
    ...rows.map((row) => [
      minuteOf(row.at),
      row.email ?? row.actor_id ?? 'the server',
      row.action,
      row.summary,
    ]),
  ]);
}
