import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { grantedLevel, type GrantHolder } from '#server/access/content-access.ts';
import { conflict, notFound } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import type { SortKey } from '#server/lists/pages.ts';
import type { SpaceRow } from '#server/resources/spaces/spaces.rules.ts';
import { pathFromTitle, uniqueName } from '#server/sites/names-from-titles.ts';
import { selectSpaces, SPACE_COLUMNS } from '../../spaces/spaces.queries.ts';
import { rankBetween } from './order.queries.ts';

/** The default section of a site, and the default site space of each section or flat site. All with the site locked. */

/** A section of a site, or (null) the site itself. */
export interface SiteSpaceList {
  site_id: string;
  section_id: string | null;
}

/**
 * Loads site spaces with their spaces in one statement. Those of deleted spaces are left out; where one of these was
 * the default, the first remaining one counts as the default.
 */

/** A space with the columns of its site space. */
export interface SiteSpaceRow extends SpaceRow {
  site_space_id: string;
  section_id: string | null;
  path: string;
  condition: string | null;
  is_default: boolean;
  /** Null on a flat site. */
  section_path: string | null;
  section_is_default: boolean | null;
}

const siteSpaceColumns = sql.raw(
  [
    ...SPACE_COLUMNS,
    'site_spaces.id as site_space_id',
    'site_spaces.section_id',
    'site_spaces.path',
    'site_spaces.condition',
    'site_spaces.is_default',
    'section.path as section_path',
    'section.is_default as section_is_default',
  ].join(', '),
);

/**
 * Site spaces by section and rank, with defaults as stored. Written in SQL, as the response to each move has some; the
 * condition and further columns are on `site_spaces`, `spaces` and `site_sections as section`.
 */
export function selectSiteSpaces<FurtherColumns = unknown>(
  holder: GrantHolder,
  siteId: string,
  condition: RawBuilder<unknown>,
  furtherColumns: RawBuilder<FurtherColumns> = sql``,
): RawBuilder<SiteSpaceRow & FurtherColumns> {
  return sql`
    select ${siteSpaceColumns}, ${grantedLevel(holder, 'spaces')} as granted${furtherColumns}
    from site_spaces
    join spaces on spaces.id = site_spaces.space_id
    left join site_sections section on section.id = site_spaces.section_id
    where site_spaces.site_id = ${siteId} and spaces.deleted_at is null and ${condition}
    order by site_spaces.section_id, site_spaces.rank, site_spaces.id`;
}

/** All of a site or those of some sections, sorted by section and rank. */
export async function listSiteSpaces(
  db: Kysely<Database>,
  holder: GrantHolder,
  siteId: string,
  sectionIds?: readonly string[],
): Promise<SiteSpaceRow[]> {
  // An array parameter keeps one prepared statement for any number of ids, including none.
  const isListed = sectionIds ? sql`site_spaces.section_id = any(${sectionIds}::text[])` : sql`true`;
  const { rows } = await selectSiteSpaces(holder, siteId, isListed).execute(db);
  return withDefaults(rows);
}

/**
 * The site spaces of a section, in order. The comparison with one id is planned for one section: `any` of an array for ten.
 */
export async function listSiteSpacesOfSection(
  db: Kysely<Database>,
  holder: GrantHolder,
  { id, site_id: siteId }: { id: string; site_id: string },
): Promise<SiteSpaceRow[]> {
  const isHere = sql`site_spaces.section_id = ${id}`;
  const { rows } = await selectSiteSpaces(holder, siteId, isHere).execute(db);
  return withDefaults(rows);
}

/** Marks the first row of each list without a default. Rows are sorted by list. */
export function withDefaults<Row extends SiteSpaceRow>(rows: Row[]): Row[] {
  const listsWithDefault = new Set(rows.filter((row) => row.is_default).map((row) => row.section_id));
  return rows.map((row) => {
    if (listsWithDefault.has(row.section_id)) return row;
    listsWithDefault.add(row.section_id);
    return { ...row, is_default: true };
  });
}

/** Published order, for {@link selectOrderedSiteSpaces}. */
export const SITE_SPACE_ORDER: SortKey[] = [
  'entry.top_rank',
  'entry.top_id',
  'entry.inner_rank',
  'entry.section_key',
  'entry.entry_rank',
  'entry.site_space_id',
].map((column) => ({ column, direction: 'asc' }));

/** The site spaces of a site as `entry`, with the columns of {@link SITE_SPACE_ORDER}; with `isDefault` only those that are or are not. */
export function selectOrderedSiteSpaces(
  db: Kysely<Database>,
  siteId: string,
  isDefault: boolean | undefined,
) {
  const ordered = db
    .selectFrom('site_spaces')
    .innerJoin('spaces as shown', 'shown.id', 'site_spaces.space_id')
    .leftJoin('site_sections as section', 'section.id', 'site_spaces.section_id')
    .leftJoin('site_section_groups as holder', 'holder.id', 'section.group_id')
    .where('site_spaces.site_id', '=', siteId)
    .where('shown.deleted_at', 'is', null)
    .select([
      'site_spaces.id as site_space_id',
      'site_spaces.space_id',
      'site_spaces.section_id',
      'site_spaces.path',
      'site_spaces.condition',
      'site_spaces.rank as entry_rank',
      'section.path as section_path',
      'section.is_default as section_is_default',
      sql<string>`coalesce(holder.rank, section.rank, '')`.as('top_rank'),
      sql<string>`coalesce(holder.id, section.id, '')`.as('top_id'),
      sql<string>`case when holder.id is null then '' else section.rank end`.as('inner_rank'),
      sql<string>`coalesce(section.id, '')`.as('section_key'),
      sql<boolean>`row_number() over (
        partition by site_spaces.section_id order by site_spaces.is_default desc, site_spaces.rank
      ) = 1`.as('is_default'),
    ]);
  return db
    .selectFrom(ordered.as('entry'))
    .selectAll('entry')
    .$if(isDefault !== undefined, (all) => all.where('entry.is_default', '=', isDefault ?? null));
}

/** Adds spaces and grants to those of a page, which `found` selects. */
export function selectPageOfSiteSpaces(
  db: Kysely<Database>,
  holder: GrantHolder,
  found: ReturnType<typeof selectOrderedSiteSpaces>,
) {
  return selectSpaces(db, holder)
    .innerJoin(found.as('entry'), 'entry.space_id', 'spaces.id')
    .select([
      'entry.site_space_id',
      'entry.section_id',
      'entry.path',
      'entry.condition',
      'entry.is_default',
      'entry.section_path',
      'entry.section_is_default',
    ]);
}

export type SiteSpaceKey = Pick<Row<'site_spaces'>, 'site_id' | 'id'>;

/**
 * One site space, unless its space is deleted. Loads its whole current list, which decides whether it is the default.
 */
export async function findSiteSpace(
  db: Kysely<Database>,
  holder: GrantHolder,
  key: SiteSpaceKey,
): Promise<SiteSpaceRow | undefined> {
  const here = sql`(select entry.section_id from site_spaces entry where entry.id = ${key.id})`;
  const isHere = sql`site_spaces.section_id is not distinct from ${here}`;
  const { rows } = await selectSiteSpaces(holder, key.site_id, isHere).execute(db);
  return withDefaults(rows).find((row) => row.site_space_id === key.id);
}

/** Changes to site spaces, with the site locked. */

export type SiteSpaceEntry = Row<'site_spaces'>;

/** 404 where it does not exist or its space is deleted. */
export async function requireSiteSpace(
  trx: Transaction<Database>,
  siteId: string,
  siteSpaceId: string,
): Promise<SiteSpaceEntry & { title: string }> {
  const row = await trx
    .selectFrom('site_spaces')
    .innerJoin('spaces', 'spaces.id', 'site_spaces.space_id')
    .selectAll('site_spaces')
    .select('spaces.title')
    .where('site_spaces.id', '=', siteSpaceId)
    .where('site_spaces.site_id', '=', siteId)
    .where('spaces.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound('site space');
  return row;
}

/** Adds a space at the end of a section or flat site; 409 where it is there already. */
export async function insertSiteSpace(
  trx: Transaction<Database>,
  list: SiteSpaceList,
  space: { id: string; title: string },
): Promise<SiteSpaceEntry> {
  const { site_id: siteId, section_id: sectionId } = list;
  const siblings = await listSiblings(trx, list);
  assertSpaceNotInList(siblings, space.id, sectionId);
  const id = newId();
  const path = uniqueName(
    pathFromTitle(space.title, 'space'),
    siblings.map((sibling) => sibling.path),
  );
  return trx
    .insertInto('site_spaces')
    .values({
      id,
      site_id: siteId,
      section_id: sectionId,
      space_id: space.id,
      path,
      is_default: !siblings.some((sibling) => sibling.is_default),
      rank: await rankBetween(trx, { of: 'section', siteId, sectionId }, id, {}),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Passes the default on where the site space has it. Returns its columns in the new section: a free path, and whether it
 * becomes the default.
 */
export async function leaveSection(
  trx: Transaction<Database>,
  entry: SiteSpaceEntry,
  list: SiteSpaceList,
): Promise<{ section_id: string | null; path: string; is_default: boolean }> {
  await assertNotLast(trx, entry, 'Move the section instead, or add another site space to it first.');
  const siblings = await listSiblings(trx, list);
  assertSpaceNotInList(siblings, entry.space_id, list.section_id);
  await reassignDefault(trx, entry);
  const usedPaths = siblings.map((sibling) => sibling.path);
  return {
    section_id: list.section_id,
    path: uniqueName(entry.path, usedPaths),
    is_default: !siblings.some((sibling) => sibling.is_default),
  };
}

/** 409 for the last one of a section. */
export async function deleteSiteSpace(trx: Transaction<Database>, entry: SiteSpaceEntry): Promise<void> {
  await assertNotLast(trx, entry, 'Delete the section instead.');
  await reassignDefault(trx, entry);
  await trx.deleteFrom('site_spaces').where('id', '=', entry.id).execute();
}

/** 409 for the last visible site space of a section. A flat site may become empty. */
async function assertNotLast(trx: Transaction<Database>, entry: SiteSpaceEntry, hint: string): Promise<void> {
  if (entry.section_id === null) return;
  const [other] = await listOtherSiteSpaces(trx, entry);
  if (!other) throw conflict(`A section needs at least one site space. ${hint}`);
}

/** Passes the default on to the next site space, or to the previous one where it was the last. */
async function reassignDefault(trx: Transaction<Database>, entry: SiteSpaceEntry): Promise<void> {
  if (!entry.is_default) return;
  const others = await listOtherSiteSpaces(trx, entry);
  const successor = others.find((other) => other.rank > entry.rank) ?? others.at(-1);
  if (successor) await setDefault(trx, entry, successor.id);
}

/** The other visible site spaces of a list, in order. */
function listOtherSiteSpaces(
  trx: Transaction<Database>,
  entry: SiteSpaceEntry,
): Promise<Pick<SiteSpaceEntry, 'id' | 'rank'>[]> {
  return trx
    .selectFrom('site_spaces')
    .innerJoin('spaces', 'spaces.id', 'site_spaces.space_id')
    .select(['site_spaces.id', 'site_spaces.rank'])
    .where('site_spaces.site_id', '=', entry.site_id)
    .where('site_spaces.section_id', entry.section_id === null ? 'is' : '=', entry.section_id)
    .where('site_spaces.id', '<>', entry.id)
    .where('spaces.deleted_at', 'is', null)
    .orderBy('site_spaces.rank')
    .execute();
}

type Sibling = Pick<SiteSpaceEntry, 'space_id' | 'path' | 'is_default'>;

/** Includes site spaces of deleted spaces, which keep their path in case they are restored. */
function listSiblings(trx: Transaction<Database>, list: SiteSpaceList): Promise<Sibling[]> {
  return trx
    .selectFrom('site_spaces')
    .select(['space_id', 'path', 'is_default'])
    .where('site_id', '=', list.site_id)
    .where('section_id', list.section_id === null ? 'is' : '=', list.section_id)
    .execute();
}

function assertSpaceNotInList(siblings: readonly Sibling[], spaceId: string, sectionId: string | null): void {
  if (!siblings.some((sibling) => sibling.space_id === spaceId)) return;
  throw conflict(
    sectionId === null ? 'The space is already on this site.' : 'The space is already in this section.',
  );
}

/** 409 where the list of a site space has another space already. */
export async function assertSpaceFree(
  trx: Transaction<Database>,
  entry: SiteSpaceEntry,
  spaceId: string,
): Promise<void> {
  assertSpaceNotInList(await listSiblings(trx, entry), spaceId, entry.section_id);
}

/** undefined leaves a value unchanged. */
export type SiteSpaceUpdate = Partial<Pick<SiteSpaceEntry, 'path' | 'condition' | 'space_id'>>;

/** Returns the updated row. */
export function updateSiteSpace(
  trx: Transaction<Database>,
  siteSpaceId: string,
  change: SiteSpaceUpdate,
): Promise<SiteSpaceEntry> {
  return (
    trx
      .updateTable('site_spaces')
      // `set` must not be empty.
      .set({ id: sql<string>`id`, ...change })
      .where('id', '=', siteSpaceId)
      .returningAll()
      .executeTakeFirstOrThrow()
  );
}

/** 409 where another site space of the list has the path. */
export async function assertPathFree(
  trx: Transaction<Database>,
  entry: SiteSpaceEntry,
  path: string,
): Promise<void> {
  const otherSiteSpace = await trx
    .selectFrom('site_spaces')
    .select('id')
    .where('site_id', '=', entry.site_id)
    .where('section_id', entry.section_id === null ? 'is' : '=', entry.section_id)
    .where('path', '=', path)
    .where('id', '<>', entry.id)
    .executeTakeFirst();
  if (otherSiteSpace)
    throw conflict(`The path "${path}" is already taken by another site space.`, 'body.path');
}

/** Updates the default flag within a list. */
export async function setDefault(
  trx: Transaction<Database>,
  { site_id, section_id }: SiteSpaceList,
  siteSpaceId: string,
): Promise<void> {
  await trx
    .updateTable('site_spaces')
    .set({ is_default: sql<boolean>`id = ${siteSpaceId}` })
    .where('site_id', '=', site_id)
    .where('section_id', section_id === null ? 'is' : '=', section_id)
    .where((column) => column.or([column('is_default', '=', true), column('id', '=', siteSpaceId)]))
    .execute();
}
