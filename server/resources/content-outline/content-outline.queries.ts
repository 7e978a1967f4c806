import { type Kysely, sql } from 'kysely';
import type { ContentKind, CustomFieldValue, SpaceEditMode } from '#api/generated/types.gen.ts';
import { type ContentViewer, grantedLevel, isVisible } from '#server/access/content-access.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { countCollections } from '../collections/collections.queries.ts';
import { countSpaces } from '../spaces/spaces.queries.ts';

const SHARED_COLUMNS = [
  'id',
  'title',
  'parent_id',
  'default_level',
  'resolved_level',
  'rank',
  'ancestor_path',
  'grant_path',
] as const;

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
    ])
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .where(isVisible(viewer, 'spaces'));
  return (
    db
      .selectFrom(collections.unionAll(spaces).as('outline'))
      .selectAll('outline')
      // Out here it is evaluated for the rows of the page only.
      .select(grantedLevel(viewer, 'outline').as('granted'))
  );
}

export type OutlineRow = Awaited<ReturnType<ReturnType<typeof selectOutline>['executeTakeFirstOrThrow']>>;

/** For queries on `spaces`. */
const ownerValue = sql<CustomFieldValue | null>`(
  select v.value from custom_field_values v join custom_fields f on f.id = v.custom_field_id
  where v.space_id = spaces.id and f.name = 'owner')`;

/** In the details of a space; the rest is counted. */
const MAX_SITE_TITLES = 10;

/** The published sites of spaces, each once: how many, and the first titles. */
function selectPublishedSites(spaceIds: readonly string[]) {
  return sql<{ space_id: string; titles: string[]; total: number }>`(
    select placed.space_id, count(*)::int as total,
      array_agg(placed.title order by placed.place) filter (where placed.place <= ${sql.lit(MAX_SITE_TITLES)}) as titles
    from (
      select entry.space_id, site.title,
        row_number() over (partition by entry.space_id order by site.title, site.id) as place
      from (select distinct space_id, site_id from site_spaces where space_id = any(${spaceIds}::text[])) entry
      join sites site on site.id = entry.site_id and site.published
      join spaces on spaces.id = entry.space_id and spaces.organization_id = site.organization_id
    ) placed
    group by placed.space_id)`;
}

function selectSpaceDetails(db: Kysely<Database>, spaceIds: readonly string[]) {
  return db
    .selectFrom('spaces')
    .leftJoin('space_indexes', 'space_indexes.space_id', 'spaces.id')
    .leftJoin(selectPublishedSites(spaceIds).as('published'), 'published.space_id', 'spaces.id')
    .select((column) => [
      'spaces.id',
      'spaces.updated_at',
      'spaces.change_requests_open',
      column.fn.coalesce('space_indexes.broken', sql<number>`0`).as('broken'),
      ownerValue.as('owner'),
      'published.titles as site_titles',
      column.fn.coalesce('published.total', sql<number>`0`).as('site_count'),
    ])
    .where('spaces.id', '=', sql<string>`any(${spaceIds}::text[])`);
}

export type SpaceDetailsRow = Awaited<
  ReturnType<ReturnType<typeof selectSpaceDetails>['executeTakeFirstOrThrow']>
>;

/** The details of the spaces of a page by id, in one statement. Not part of the outline, which is sorted as a whole. */
export async function getSpaceDetails(
  db: Kysely<Database>,
  rows: readonly OutlineRow[],
): Promise<ReadonlyMap<string, SpaceDetailsRow>> {
  const ids = rows.filter(({ kind }) => kind === 'space').map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const details = await selectSpaceDetails(db, ids).execute();
  return new Map(details.map((row) => [row.id, row]));
}

export async function countOutline(
  db: Kysely<Database>,
  viewer: ContentViewer,
  organizationId: string,
): Promise<number> {
  const spaces = await countSpaces(db, viewer, { organizationId });
  return spaces + (await countCollections(db, viewer, { organizationId, nested: true }));
}
