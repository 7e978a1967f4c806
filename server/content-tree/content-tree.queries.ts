import { type Kysely, sql, type Transaction } from 'kysely';
import { type AccessColumns, resolveAccess, initialLevel } from '#server/access/content-level.ts';
import type { Database } from '#server/database/schema.ts';
import type { Container } from './content-order.queries.ts';

/**
 * The tree of collections and spaces. Parents and levels change only while the organization's row is locked
 * ({@link lockContentTree}), so that two changes cannot make a cycle between them or derive levels from a state
 * that is passing. New spaces and moves within one parent need the lock of that parent only.
 */

/** The time of the next version of a row: later than its last, so that no two versions share an entity tag. */
export const nextUpdatedAt = sql<Date>`greatest(now(), updated_at + interval '1 millisecond')`;

/** Locks the shape of the content trees of organizations until the transaction ends. */
export async function lockContentTree(trx: Transaction<Database>, organizationIds: string[]): Promise<void> {
  // "no key update" holds off other moves, but not the foreign keys of rows that are being inserted elsewhere.
  await trx
    .selectFrom('organizations')
    .select('id')
    .where('id', 'in', organizationIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Locks collections against anything being put in or taken out until the transaction ends. */
export async function lockCollections(trx: Transaction<Database>, collectionIds: string[]): Promise<void> {
  await trx
    .selectFrom('collections')
    .select('id')
    .where('id', 'in', collectionIds)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Whether a collection is another one, or anywhere below it. */
export async function isInSubtree(
  db: Kysely<Database>,
  collectionId: string,
  ancestorId: string,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with recursive up(id, parent_id) as (
      select id, parent_id from collections where id = ${collectionId}
      union
      select c.id, c.parent_id from collections c join up on c.id = up.parent_id
    )
    select true as found from up where id = ${ancestorId}`.execute(db);
  return rows.length > 0;
}

/** Ids of a collection and of all collections below it. */
export async function findSubtreeIds(db: Kysely<Database>, collectionId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive down(id) as (
      select id from collections where id = ${collectionId}
      union
      select c.id from collections c join down on c.parent_id = down.id
    )
    select id from down`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Derives the access columns of all that stands below a collection again, from what is now true of it. What has
 * an explicit level of its own depends on nothing above and is left alone, with all below it.
 */
export async function updateDescendantAccess(
  trx: Transaction<Database>,
  collectionId: string,
  access: AccessColumns,
): Promise<void> {
  await sql`
    with recursive tree(id, grant_path, resolved_level) as (
      select ${collectionId}::text, ${access.grant_path}::text[], ${access.resolved_level}::smallint
      union all
      select c.id, array_prepend(c.id, tree.grant_path), tree.resolved_level
      from collections c join tree on c.parent_id = tree.id
      where c.default_level = -1
    ), collections_below as (
      update collections c set grant_path = tree.grant_path, resolved_level = tree.resolved_level
      from tree where c.id = tree.id and c.id <> ${collectionId}
    )
    update spaces s set grant_path = array_prepend(s.id, tree.grant_path), resolved_level = tree.resolved_level
    from tree where s.parent_id = tree.id and s.default_level = -1`.execute(trx);
}

/** The derived access columns of a collection that is there; null for the top level. */
export async function getParentAccess(
  db: Kysely<Database>,
  parentId: string | null,
): Promise<AccessColumns | null> {
  if (parentId === null) return null;
  return db
    .selectFrom('collections')
    .select(['grant_path', 'resolved_level'])
    .where('id', '=', parentId)
    .executeTakeFirstOrThrow();
}

/** The default level that something new in a container starts with. */
export async function getInitialLevel(db: Kysely<Database>, container: Container): Promise<number> {
  const parent = await getParentAccess(db, container.parentId);
  const organization = await db
    .selectFrom('organizations')
    .select('default_role')
    .where('id', '=', container.organizationId)
    .executeTakeFirstOrThrow();
  return initialLevel(parent, organization.default_role);
}

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
export async function updateSpaceRow(
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
export async function updateCollectionRow(
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
  if (access) await updateDescendantAccess(trx, collection.id, access);
}

/** The access columns that a new default level brings; undefined where the level stays. */
async function deriveAccess(trx: Transaction<Database>, content: LockedContent, defaultLevel?: number) {
  if (defaultLevel === undefined) return undefined;
  const parent = await getParentAccess(trx, content.parent_id);
  return resolveAccess({ id: content.id, default_level: defaultLevel }, parent);
}
