import { type Kysely, sql, type Transaction } from 'kysely';
import { type AccessColumns, resolveAccess, initialLevel } from '#server/access/roles.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { Container } from './content-order.queries.ts';

/**
 * The tree of collections and spaces. Parents and levels change only under the organization's lock ({@link
 * lockContentTree}), so that concurrent changes cannot create a cycle or derive levels from an intermediate state. New
 * spaces and moves within one parent only need the parent's lock.
 */

/** Always later than the previous `updated_at`, so that no two versions share an ETag. */
export const nextUpdatedAt = sql<Date>`greatest(now(), updated_at + interval '1 millisecond')`;

/** Locks the content trees of organizations until the transaction ends. */
export async function lockContentTree(trx: Transaction<Database>, organizationIds: string[]): Promise<void> {
  // "no key update" blocks other moves, but not inserts that only check the foreign key.
  await trx
    .selectFrom('organizations')
    .select('id')
    .where('id', 'in', organizationIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Locks collections, so that no item is added or removed until the transaction ends. */
export async function lockCollections(trx: Transaction<Database>, collectionIds: string[]): Promise<void> {
  await trx
    .selectFrom('collections')
    .select('id')
    .where('id', 'in', collectionIds)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Whether a collection is `ancestorId` or a descendant of it. */
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

/** Ids of a collection and all its descendants. */
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

/** Derives the access columns of all descendants; rows in which nothing changes are not written. */
export async function updateDescendantAccess(
  trx: Transaction<Database>,
  collectionId: string,
  access: AccessColumns,
): Promise<void> {
  await sql`
    with recursive tree(id, ancestor_path, grant_path, resolved_level) as (
      select ${collectionId}::text, ${access.ancestor_path}::text[], ${access.grant_path}::text[],
        ${access.resolved_level}::smallint
      union all
      select c.id, ${derivedAccess('c')}
      from collections c join tree on c.parent_id = tree.id
    ), collections_below as (
      update collections c set (ancestor_path, grant_path, resolved_level) =
        row(tree.ancestor_path, tree.grant_path, tree.resolved_level)
      from tree where c.id = tree.id and c.id <> ${collectionId}
        and (c.ancestor_path, c.grant_path, c.resolved_level)
          is distinct from (tree.ancestor_path, tree.grant_path, tree.resolved_level)
    )
    update spaces s set (ancestor_path, grant_path, resolved_level) = row(${derivedAccess('s')})
    from tree where s.parent_id = tree.id
      and (s.ancestor_path, s.grant_path, s.resolved_level) is distinct from (${derivedAccess('s')})`.execute(
    trx,
  );
}

/** The access columns of a row below `tree`, as `resolveAccess` derives them. */
function derivedAccess(row: 'c' | 's') {
  const column = (name: string) => sql.ref(`${row}.${name}`);
  const inherits = sql`${column('default_level')} = -1`;
  return sql`array_prepend(${column('id')}, tree.ancestor_path),
    case when ${inherits} then array_prepend(${column('id')}, tree.grant_path) else ${column('grant_path')} end,
    case when ${inherits} then tree.resolved_level else ${column('resolved_level')} end`;
}

/** The derived access columns of a collection; null for the top level. */
export async function getParentAccess(
  db: Kysely<Database>,
  parentId: string | null,
): Promise<AccessColumns | null> {
  if (parentId === null) return null;
  return db
    .selectFrom('collections')
    .select(['ancestor_path', 'grant_path', 'resolved_level'])
    .where('id', '=', parentId)
    .executeTakeFirstOrThrow();
}

/** The default level of new content in a container, with the columns derived from it. */
export async function getInitialAccess(
  db: Kysely<Database>,
  container: Container,
  id: string,
): Promise<AccessColumns & { default_level: number }> {
  const parent = await getParentAccess(db, container.parentId);
  const organization = await db
    .selectFrom('organizations')
    .select('default_role')
    .where('id', '=', container.organizationId)
    .executeTakeFirstOrThrow();
  const default_level = initialLevel(parent, organization.default_role);
  return { default_level, ...resolveAccess({ id, default_level }, parent) };
}

/** undefined leaves a column unchanged. */
export interface SpaceChanges {
  title?: string | undefined;
  emoji?: string | undefined;
  edit_mode?: 'live' | 'locked' | undefined;
  writing_view?: 'visual' | 'source' | undefined;
  default_level?: number | undefined;
}

/** undefined leaves a column unchanged. */
export interface CollectionChanges {
  title?: string | undefined;
  description?: string | null | undefined;
  default_level?: number | undefined;
}

/** A locked row; for a new level, the organization's content tree must be locked too. */
interface LockedContent {
  id: string;
  parent_id: string | null;
}

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

/** Also updates the access of descendants where the level changes. */
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

/** The access columns for a new default level; undefined where the level is unchanged. */
async function deriveAccess(trx: Transaction<Database>, content: LockedContent, defaultLevel?: number) {
  if (defaultLevel === undefined) return undefined;
  const parent = await getParentAccess(trx, content.parent_id);
  return resolveAccess({ id: content.id, default_level: defaultLevel }, parent);
}

/** Milliseconds; deleted spaces can be restored for seven days. */
const RESTORE_WINDOW_MS = 7 * 24 * 60 * 60_000;

/** Spaces deleted before this time can no longer be restored at `now`. */
export function restorableSince(now: Date): Date {
  return new Date(now.getTime() - RESTORE_WINDOW_MS);
}
