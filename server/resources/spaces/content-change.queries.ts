import type { Transaction } from 'kysely';
import { resolveAccess } from '#server/access/content-level.ts';
import { deriveBelow, readParentAccess } from '#server/content-tree/content-tree.queries.ts';
import type { Database } from '#server/database/schema.ts';

/** Columns of a space that its settings change; undefined ones stay. */
export interface SpaceChanges {
  title?: string | undefined;
  emoji?: string | undefined;
  edit_mode?: 'live' | 'locked' | undefined;
  default_level?: number | undefined;
}

/** Columns of a collection that its settings change; undefined ones stay. */
export interface CollectionChanges {
  title?: string | undefined;
  description?: string | null | undefined;
  default_level?: number | undefined;
}

/** Content whose row is locked; where its level changes, the content tree of the organization too. */
interface LockedContent {
  id: string;
  parent_id: string | null;
}

/** Changes a locked space. */
export async function changeSpace(
  trx: Transaction<Database>,
  space: LockedContent,
  changes: SpaceChanges & { updated_at: Date },
): Promise<void> {
  const access = await deriveAccess(trx, space, changes.default_level);
  await trx
    .updateTable('spaces')
    .set({ ...changes, ...access })
    .where('id', '=', space.id)
    .execute();
}

/** Changes a locked collection, and the access to what is in it where its level changes. */
export async function changeCollection(
  trx: Transaction<Database>,
  collection: LockedContent,
  changes: CollectionChanges & { updated_at: Date },
): Promise<void> {
  const access = await deriveAccess(trx, collection, changes.default_level);
  await trx
    .updateTable('collections')
    .set({ ...changes, ...access })
    .where('id', '=', collection.id)
    .execute();
  if (access) await deriveBelow(trx, collection.id, access);
}

/** The access columns that a new default level brings; undefined where the level stays. */
async function deriveAccess(trx: Transaction<Database>, content: LockedContent, defaultLevel?: number) {
  if (defaultLevel === undefined) return undefined;
  const parent = await readParentAccess(trx, content.parent_id);
  return resolveAccess({ id: content.id, default_level: defaultLevel }, parent);
}
