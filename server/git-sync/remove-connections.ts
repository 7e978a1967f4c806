import type { Transaction } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';
import { forgetSyncState } from './sync-state.ts';

/** Ends the connections of spaces. What the last syncs have noted goes with them; spaces and repositories keep all. */
export async function removeConnections(
  trx: Transaction<Database>,
  spaceIds: readonly string[],
): Promise<void> {
  if (spaceIds.length === 0) return;
  const ended = await trx
    .deleteFrom('git_connections')
    .where('space_id', 'in', [...spaceIds])
    .returning(['id', 'space_id'])
    .execute();
  for (const { id } of ended) await forgetSyncState(trx, id);
  const ids = ended.map(({ space_id }) => space_id);
  if (ids.length > 0)
    await trx.updateTable('spaces').set({ git_sync: null }).where('id', 'in', ids).execute();
}
