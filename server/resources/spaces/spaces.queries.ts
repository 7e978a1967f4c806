import { type Kysely, sql, type Transaction } from 'kysely';
import type { Actor } from '#server/access/actor.ts';
import {
  type ContentViewer,
  countWithLevel,
  grantedLevel,
  type GrantHolder,
  grantHolderOf,
  hasLevel,
  type Loaded,
  withLevel,
} from '#server/access/content-access.ts';
import { LEVEL } from '#server/access/roles.ts';
import { notFound } from '#server/base/errors.ts';
import { restorableSince } from '#server/content-tree/content-tree.queries.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { containsPattern } from '#server/lists/lists.ts';
import {
  canViewSpace,
  type PublishedLocation,
  type SpaceRow,
  type SpaceWithLocationRow,
} from './spaces.rules.ts';

/**
 * Where a space is published: on the oldest published site, sites shared by link last. A column for queries on
 * `spaces`.
 */
const publishedLocation = sql<PublishedLocation | null>`(
  select json_build_object(
    'site', json_build_object(
      'id', site.id, 'organization_id', site.organization_id, 'organization_hostname', organization.hostname,
      'hostname', site.hostname, 'hostname_proven_at', site.hostname_proven_at, 'basename', site.basename, 'proxy', site.proxy,
      'published', site.published, 'visibility', site.visibility, 'share_key', site.share_key),
    'section', case when section.id is not null then
      json_build_object('path', section.path, 'is_default', section.is_default) end,
    'entry', json_build_object('path', entry.path, 'is_default', entry.is_default))
  from site_spaces entry
  join sites site on site.id = entry.site_id and site.published
  join organizations organization on organization.id = site.organization_id
  left join site_sections section on section.id = entry.section_id
  where entry.space_id = spaces.id
  order by site.visibility = 'share-link', site.created_at, entry.created_at, entry.id
  limit 1)`;

export const SPACE_COLUMNS = [
  'spaces.id',
  'spaces.organization_id',
  'spaces.parent_id',
  'spaces.title',
  'spaces.emoji',
  'spaces.icon',
  'spaces.default_level',
  'spaces.resolved_level',
  'spaces.revision_id',
  'spaces.comments_open',
  'spaces.change_requests_total',
  'spaces.change_requests_open',
  'spaces.change_requests_draft',
  'spaces.created_at',
  'spaces.updated_at',
  'spaces.deleted_at',
  'spaces.visibility',
  'spaces.edit_mode',
  'spaces.writing_view',
  'spaces.git_sync',
  'spaces.visitor_auth',
] as const;

/** Base query; `granted` is the grant level that decides for `holder`. */
export function selectSpaces(db: Kysely<Database>, holder: GrantHolder | ContentViewer) {
  return db.selectFrom('spaces').select(SPACE_COLUMNS).select(grantedLevel(holder, 'spaces').as('granted'));
}

/** With the location where each is published, as `published_in`. */
export function selectSpacesWithLocation(db: Kysely<Database>, holder: GrantHolder | ContentViewer) {
  return selectSpaces(db, holder).select(publishedLocation.as('published_in'));
}

/** Without deleted spaces. */
function findSpace(
  db: Kysely<Database>,
  holder: GrantHolder,
  spaceId: string,
): Promise<SpaceWithLocationRow | undefined> {
  return selectSpacesWithLocation(db, holder)
    .where('spaces.id', '=', spaceId)
    .where('spaces.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Includes deleted spaces that can still be restored. */
function findRestorableSpace(
  db: Kysely<Database>,
  holder: GrantHolder,
  spaceId: string,
  now: Date,
): Promise<SpaceRow | undefined> {
  return selectSpaces(db, holder)
    .where('spaces.id', '=', spaceId)
    .where((where) =>
      where.or([
        where('spaces.deleted_at', 'is', null),
        where('spaces.deleted_at', '>', restorableSince(now)),
      ]),
    )
    .executeTakeFirst();
}

export interface SpaceFilter {
  organizationId: string;
  /** Deleted spaces since then, for those who may restore them. */
  deletedSince?: Date | undefined;
  /** Title contains, ignoring case. */
  title?: string | undefined;
  /** Direct children only. */
  parentId?: string;
}

/** SQL condition on `spaces`: matches the filter and is visible to the member. */
export function matchSpaces(viewer: ContentViewer, filter: SpaceFilter) {
  return sql<boolean>`${inFilter(filter)} and ${hasLevel(viewer, 'spaces', requiredLevel(filter))}`;
}

export function countSpaces(
  db: Kysely<Database>,
  viewer: ContentViewer,
  filter: SpaceFilter,
): Promise<number> {
  return countWithLevel(db, viewer, 'spaces', { condition: inFilter(filter), level: requiredLevel(filter) });
}

function requiredLevel(filter: SpaceFilter): number {
  return filter.deletedSince ? LEVEL.create : LEVEL.read;
}

function inFilter({ organizationId, deletedSince, parentId, title }: SpaceFilter) {
  const conditions = [
    sql`spaces.organization_id = ${organizationId}`,
    deletedSince ? sql`spaces.deleted_at > ${deletedSince}` : sql`spaces.deleted_at is null`,
    ...(parentId === undefined ? [] : [sql`spaces.parent_id = ${parentId}`]),
    ...(title === undefined ? [] : [sql`search_key(spaces.title) like ${containsPattern(title)}`]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** Not deleted; locked until the transaction ends. */
export function lockSpace(trx: Transaction<Database>, organizationId: string, spaceId: string) {
  return trx
    .selectFrom('spaces')
    .select([
      'id',
      'parent_id',
      'title',
      'emoji',
      'icon',
      'edit_mode',
      'writing_view',
      'default_level',
      'updated_at',
    ])
    .where('id', '=', spaceId)
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** 404 where the caller cannot see the space, 403 for disabled members of its organization. */
export async function loadSpace(
  db: Kysely<Database>,
  actor: Actor,
  spaceId: string,
): Promise<Loaded<SpaceWithLocationRow>> {
  const loaded = withLevel(actor, await findSpace(db, grantHolderOf(actor), spaceId));
  if (!loaded || !canViewSpace(loaded.level)) throw notFound('space');
  return loaded;
}

/** Like `loadSpace`, but includes deleted spaces that can still be restored. */
export async function loadRestorableSpace(
  db: Kysely<Database>,
  actor: Actor,
  spaceId: string,
  now: Date,
): Promise<Loaded<SpaceRow>> {
  const loaded = withLevel(actor, await findRestorableSpace(db, grantHolderOf(actor), spaceId, now));
  if (!loaded || !canViewSpace(loaded.level)) throw notFound('space');
  return loaded;
}
