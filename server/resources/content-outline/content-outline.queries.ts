import { type Kysely, sql } from 'kysely';
import type { ContentKind, SpaceEditMode } from '#api/generated/types.gen.ts';
import { type ContentViewer, grantedLevel, isVisible } from '#server/access/content-access.ts';
import type { Database } from '#server/database/schema.ts';
import { countCollections } from '../collections/collections.queries.ts';
import { countSpaces } from '../spaces/spaces.queries.ts';

const SHARED_COLUMNS = ['id', 'title', 'parent_id', 'default_level', 'resolved_level', 'rank'] as const;

/** Base query: visible collections and spaces. Sort by `parent_key` and `rank`. */
export function selectOutline(db: Kysely<Database>, viewer: ContentViewer, organizationId: string) {
  const collections = db
    .selectFrom('collections')
    .select(SHARED_COLUMNS)
    .select([
      sql<ContentKind>`'collection'`.as('kind'),
      sql<string | null>`null`.as('emoji'),
      sql<SpaceEditMode | null>`null`.as('edit_mode'),
      sql<string>`coalesce(parent_id, '')`.as('parent_key'),
      grantedLevel(viewer, 'collections').as('granted'),
    ])
    .where('organization_id', '=', organizationId)
    .where(isVisible(viewer, 'collections'));
  const spaces = db
    .selectFrom('spaces')
    .select(SHARED_COLUMNS)
    .select([
      sql<ContentKind>`'space'`.as('kind'),
      sql<string | null>`emoji`.as('emoji'),
      sql<SpaceEditMode | null>`edit_mode`.as('edit_mode'),
      sql<string>`coalesce(parent_id, '')`.as('parent_key'),
      grantedLevel(viewer, 'spaces').as('granted'),
    ])
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .where(isVisible(viewer, 'spaces'));
  return db.selectFrom(collections.unionAll(spaces).as('outline')).selectAll('outline');
}

export type OutlineRow = Awaited<ReturnType<ReturnType<typeof selectOutline>['executeTakeFirstOrThrow']>>;

export async function countOutline(
  db: Kysely<Database>,
  viewer: ContentViewer,
  organizationId: string,
): Promise<number> {
  const spaces = await countSpaces(db, viewer, { organizationId });
  return spaces + (await countCollections(db, viewer, { organizationId, nested: true }));
}
