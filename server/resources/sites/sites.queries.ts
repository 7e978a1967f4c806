import { type Kysely, sql, type Transaction } from 'kysely';
import type { AdaptiveJsonSchema, SiteType, SiteVisibility } from '#api/generated/types.gen.ts';
import { conflict } from '#server/base/errors.ts';
import { newId, randomText } from '#server/base/ids.ts';
import { isUniqueViolation } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { containsPattern } from '#server/lists/lists.ts';
import { selectSites, type SiteRow } from '#server/sites/load-site.ts';
import { commonPrefix, pathFromTitle, uniqueName } from '#server/sites/names-from-titles.ts';

/** Site spaces of deleted spaces are not counted. */
export type SiteWithCountRow = SiteRow & { site_spaces: number; has_git_sync: boolean };

/** What views of sites have beside their columns; for queries on `sites`. */
export const siteFacts = [
  sql<number>`(
    select count(*)::int from site_spaces entry join spaces on spaces.id = entry.space_id
    where entry.site_id = sites.id and spaces.deleted_at is null)`.as('site_spaces'),
  sql<boolean>`exists (select from git_connections where git_connections.site_id = sites.id)`.as(
    'has_git_sync',
  ),
];

export function findSiteWithCount(db: Kysely<Database>, organizationId: string, siteId: string) {
  return selectSites(db)
    .select(siteFacts)
    .where('sites.id', '=', siteId)
    .where('sites.organization_id', '=', organizationId)
    .executeTakeFirst();
}

export interface SiteFilter {
  /** Sites with this space. */
  spaceId?: string | undefined;
  title?: string | undefined;
  published?: boolean | undefined;
}

/** SQL condition on `sites`. */
export function matchSites({ spaceId, title, published }: SiteFilter) {
  const showsSpace = sql`exists (
    select from site_spaces entry join spaces on spaces.id = entry.space_id
    where entry.site_id = sites.id and entry.space_id = ${spaceId} and spaces.deleted_at is null)`;
  return sql<boolean>`${sql.join(
    [
      sql`true`,
      ...(spaceId === undefined ? [] : [showsSpace]),
      ...(title === undefined ? [] : [sql`search_key(sites.title) like ${containsPattern(title)}`]),
      ...(published === undefined ? [] : [sql`sites.published = ${published}`]),
    ],
    sql` and `,
  )}`;
}

export async function countSites(
  db: Kysely<Database>,
  organizationId: string,
  filter: SiteFilter,
): Promise<number> {
  const row = await db
    .selectFrom('sites')
    .select((column) => column.cast<number>(column.fn.countAll(), 'integer').as('count'))
    .where('organization_id', '=', organizationId)
    .where(matchSites(filter))
    .executeTakeFirstOrThrow();
  return row.count;
}

export interface NewSite {
  organizationId: string;
  title: string;
  type: SiteType;
  visibility: SiteVisibility;
}

/** Unpublished and empty, with a basename made of its title; returns its id. */
export async function insertSite(trx: Transaction<Database>, site: NewSite): Promise<string> {
  for (;;) {
    const inserted = await trx
      .insertInto('sites')
      .values({
        id: newId(),
        organization_id: site.organizationId,
        title: site.title,
        type: site.type,
        visibility: site.visibility,
        basename: await findFreeBasename(trx, site),
        share_key: randomText(32),
      })
      // Another site may get the name at the same time.
      .onConflict((conflict) => conflict.columns(['organization_id', 'basename']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted) return inserted.id;
  }
}

/** A former basename of another site isn't free: it leads to where that one is now. */
async function findFreeBasename(
  trx: Transaction<Database>,
  { organizationId, title }: Pick<NewSite, 'organizationId' | 'title'>,
): Promise<string> {
  const basename = pathFromTitle(title, 'site');
  const names = `${commonPrefix(basename)}%`;
  const { rows } = await sql<{ name: string }>`
    select basename as name from sites where organization_id = ${organizationId} and basename like ${names}
    union select former.name from former_site_names former join sites on sites.id = former.site_id
    where sites.organization_id = ${organizationId} and former.name like ${names}`.execute(trx);
  return uniqueName(
    basename,
    rows.map(({ name }) => name),
  );
}

/** undefined leaves a value unchanged. */
export interface SiteSettings {
  title?: string | undefined;
  visibility?: SiteVisibility | undefined;
  basename?: string | undefined;
  proxy?: string | null | undefined;
  adaptive_content?: boolean | undefined;
  published?: boolean | undefined;
}

/** The site must be locked. 409 where the basename is taken. */
export async function updateSettings(
  trx: Transaction<Database>,
  siteId: string,
  settings: SiteSettings,
): Promise<void> {
  try {
    await trx
      .updateTable('sites')
      .set({ ...settings, updated_at: sql<Date>`now()` })
      .where('id', '=', siteId)
      .execute();
  } catch (error) {
    if (!isUniqueViolation(error, 'sites_basename')) throw error;
    throw conflict(`The basename "${settings.basename}" is already taken.`, 'body.basename');
  }
}

/** Invalidates the old link. The site must be locked. */
export async function rotateShareKey(trx: Transaction<Database>, siteId: string): Promise<void> {
  await trx
    .updateTable('sites')
    .set({ share_key: randomText(32) })
    .where('id', '=', siteId)
    .execute();
}

/** Deletes a locked site with its structure, and clears it as the organization's default content. */
export async function deleteSite(trx: Transaction<Database>, site: SiteRow): Promise<void> {
  await trx
    .updateTable('organizations')
    .set({ default_content_site_id: null })
    .where('id', '=', site.organization_id)
    .where('default_content_site_id', '=', site.id)
    .execute();
  await trx.deleteFrom('sites').where('id', '=', site.id).execute();
}

/** Both null where no schema was stored. */
export interface StoredSchema {
  schema: AdaptiveJsonSchema | null;
  updatedAt: Date | null;
}

/** The site must exist. */
export function findAdaptiveSchema(db: Kysely<Database>, siteId: string): Promise<StoredSchema> {
  return db
    .selectFrom('sites')
    .select((column) => [
      column.ref('adaptive_schema').$castTo<AdaptiveJsonSchema | null>().as('schema'),
      'adaptive_schema_updated_at as updatedAt',
    ])
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow();
}

/** The site must be locked. */
export async function updateAdaptiveSchema(
  trx: Transaction<Database>,
  siteId: string,
  { schema, updatedAt }: StoredSchema,
): Promise<void> {
  await trx
    .updateTable('sites')
    .set({ adaptive_schema: JSON.stringify(schema), adaptive_schema_updated_at: updatedAt })
    .where('id', '=', siteId)
    .execute();
}
