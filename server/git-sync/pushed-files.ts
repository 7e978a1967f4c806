import type { Kysely, Transaction } from 'kysely';
import type { StoredGitFile } from '#server/content/pages/storage.ts';
import { type SpaceItem, versionOf } from '#server/content/repository/item-versions.ts';
import type { StoredPush } from '#server/database/tables/git-sync-tables.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { GitConnection } from './git-connection.ts';

const ROWS_AT_ONCE = 1000;

/** Where the branch has an item of a space; what the item says itself, unless a push has written it since. */
export type FindInBranch = (item: SpaceItem) => StoredGitFile | undefined;

/** Notes where a push has put what it wrote. Costs as much as that was. */
export async function notePushedFiles(
  trx: Transaction<Database>,
  connection: Pick<GitConnection, 'id' | 'spaceId'>,
  // A server of an earlier version may have recorded the push.
  { files = [], forgotten = [] }: Partial<Pick<StoredPush, 'files' | 'forgotten'>>,
): Promise<void> {
  for (let at = 0; at < forgotten.length; at += ROWS_AT_ONCE)
    await trx
      .deleteFrom('git_sync_files')
      .where('connection_id', '=', connection.id)
      .where('item_id', 'in', forgotten.slice(at, at + ROWS_AT_ONCE))
      .execute();
  for (let at = 0; at < files.length; at += ROWS_AT_ONCE) {
    const rows = files.slice(at, at + ROWS_AT_ONCE).map(({ id, version, path, oid }) => ({
      connection_id: connection.id,
      item_id: id,
      space_id: connection.spaceId,
      version,
      path,
      oid,
    }));
    await trx
      .insertInto('git_sync_files')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['connection_id', 'item_id']).doUpdateSet((update) => ({
          version: update.ref('excluded.version'),
          path: update.ref('excluded.path'),
          oid: update.ref('excluded.oid'),
        })),
      )
      .execute();
  }
}

/** Where the branch of a space has its items; `ids` are those that are asked for, all by default. */
export async function findPushedFiles(
  db: Kysely<Database>,
  spaceId: string,
  ids?: readonly string[],
): Promise<FindInBranch> {
  let query = db
    .selectFrom('git_sync_files')
    .select(['item_id', 'version', 'path', 'oid'])
    .where('space_id', '=', spaceId);
  if (ids) query = query.where('item_id', 'in', [...ids]);
  const rows = new Map((await query.execute()).map((row) => [row.item_id, row]));
  return (item) => {
    const row = rows.get(item.id);
    return row?.version === versionOf(item) ? { path: row.path, oid: row.oid } : item.git;
  };
}
