import { generateNKeysBetween } from 'fractional-indexing';
import { type Kysely, sql, type Transaction } from 'kysely';
import { conflict, notFound } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { pathFromTitle, uniqueName } from '#server/sites/names-from-titles.ts';
import { rankBetween, ranksReplacing, rebalanceIfNeeded, sectionList } from './order.queries.ts';
import { insertSiteSpace } from './site-spaces.queries.ts';
import { type GroupRow, listSections, setDefaultSection, type SectionRow } from './structure.queries.ts';

/** Changes to sections, with the site locked. */

/** 404 where it does not exist. */
export async function requireSection(
  db: Kysely<Database>,
  siteId: string,
  sectionId: string,
): Promise<SectionRow> {
  const section = await db
    .selectFrom('site_sections')
    .selectAll()
    .where('id', '=', sectionId)
    .where('site_id', '=', siteId)
    .executeTakeFirst();
  if (!section) throw notFound('site section');
  return section;
}

/**
 * Adds a section with its space at the end of a site. Site spaces of a flat site become the first section, with the
 * title of the site.
 */
export async function addSection(
  trx: Transaction<Database>,
  site: { id: string; title: string },
  section: { title: string; space: { id: string; title: string } },
): Promise<SectionRow> {
  const hasSections = await siteHasRows(trx, 'site_sections', site.id);
  const hasSiteSpaces = !hasSections && (await siteHasRows(trx, 'site_spaces', site.id));
  if (hasSiteSpaces) {
    const first = await insertSection(trx, site.id, site.title, true);
    await trx
      .updateTable('site_spaces')
      .set({ section_id: first.id })
      .where('site_id', '=', site.id)
      .where('section_id', 'is', null)
      .execute();
  }
  const added = await insertSection(trx, site.id, section.title, !hasSections && !hasSiteSpaces);
  await insertSiteSpace(trx, { site_id: site.id, section_id: added.id }, section.space);
  return added;
}

/**
 * Deletes a section with its site spaces. A deleted default passes to the next section in published order. After the
 * last section the groups are deleted too.
 */
export async function deleteSection(trx: Transaction<Database>, section: SectionRow): Promise<void> {
  const order = (await listSections(trx, section.site_id)).map(({ id }) => id);
  const index = order.indexOf(section.id);
  const successor = order[index + 1] ?? order[index - 1];
  await trx.deleteFrom('site_sections').where('id', '=', section.id).execute();
  if (successor === undefined) {
    await trx.deleteFrom('site_section_groups').where('site_id', '=', section.site_id).execute();
  } else if (section.is_default) {
    await setDefaultSection(trx, section.site_id, successor);
  }
}

/** undefined leaves a value unchanged. */
export type SectionUpdate = Partial<
  Pick<SectionRow, 'title' | 'path' | 'condition' | 'icon' | 'description' | 'rank' | 'group_id'>
>;

/** Returns the updated row. */
export function updateSection(
  trx: Transaction<Database>,
  sectionId: string,
  change: SectionUpdate,
): Promise<SectionRow> {
  return (
    trx
      .updateTable('site_sections')
      // `set` must not be empty.
      .set({ id: sql<string>`id`, ...change })
      .where('id', '=', sectionId)
      .returningAll()
      .executeTakeFirstOrThrow()
  );
}

/** Moves a section to the end of a group, or (null) of the sections outside groups. */
export async function moveToEnd(
  trx: Transaction<Database>,
  section: SectionRow,
  groupId: string | null,
): Promise<void> {
  const rank = await rankBetween(trx, sectionList(section.site_id, groupId), section.id, {});
  await updateSection(trx, section.id, { group_id: groupId, rank });
}

/** 409 if another section of the site has the path, in any group. */
export async function assertSectionPathFree(
  trx: Transaction<Database>,
  section: SectionRow,
  path: string,
): Promise<void> {
  const otherSection = await trx
    .selectFrom('site_sections')
    .select('title')
    .where('site_id', '=', section.site_id)
    .where('path', '=', path)
    .where('id', '<>', section.id)
    .executeTakeFirst();
  if (otherSection)
    throw conflict(
      `The path "${path}" is already taken by the section “${otherSection.title}”.`,
      'body.path',
    );
}

/** Moves sections into an empty group, in order; 404 where one does not exist. */
async function assignSections(
  trx: Transaction<Database>,
  group: Row<'site_section_groups'>,
  sectionIds: readonly string[],
): Promise<void> {
  const ranks = generateNKeysBetween(null, null, sectionIds.length);
  const { numUpdatedRows } = await updateSectionPositions(trx, group.site_id, {
    groupId: group.id,
    sectionIds,
    ranks,
  });
  if (Number(numUpdatedRows) < sectionIds.length) throw notFound('site section');
}

/** Updates group (null: none) and rank of sections. */
function updateSectionPositions(
  trx: Transaction<Database>,
  siteId: string,
  positions: { groupId: string | null; sectionIds: readonly string[]; ranks: readonly string[] },
) {
  return trx
    .updateTable('site_sections')
    .from(
      sql<{
        id: string;
        rank: string;
      }>`unnest(${positions.sectionIds}::text[], ${positions.ranks}::text[])`.as<'fresh'>(
        sql`fresh(id, rank)`,
      ),
    )
    .set({ group_id: positions.groupId, rank: sql<string>`fresh.rank` })
    .where('site_sections.site_id', '=', siteId)
    .whereRef('site_sections.id', '=', 'fresh.id')
    .executeTakeFirstOrThrow();
}

/** Including site spaces of deleted spaces. */
async function siteHasRows(
  trx: Transaction<Database>,
  table: 'site_sections' | 'site_spaces',
  siteId: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom(table)
    .select('id')
    .where('site_id', '=', siteId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** An empty section at the end of a site. */
async function insertSection(
  trx: Transaction<Database>,
  siteId: string,
  title: string,
  isDefault: boolean,
): Promise<SectionRow> {
  const id = newId();
  const siblings = await trx
    .selectFrom('site_sections')
    .select('path')
    .where('site_id', '=', siteId)
    .execute();
  const usedPaths = siblings.map((sibling) => sibling.path);
  return trx
    .insertInto('site_sections')
    .values({
      id,
      site_id: siteId,
      group_id: null,
      title,
      path: uniqueName(pathFromTitle(title, 'section'), usedPaths),
      is_default: isDefault,
      rank: await rankBetween(trx, { of: 'site', siteId }, id, {}),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes to section groups, with the site locked. */

/** 404 where it does not exist. */
export async function requireGroup(db: Kysely<Database>, siteId: string, groupId: string): Promise<GroupRow> {
  const group = await db
    .selectFrom('site_section_groups')
    .selectAll()
    .where('id', '=', groupId)
    .where('site_id', '=', siteId)
    .executeTakeFirst();
  if (!group) throw notFound('site section group');
  return group;
}

/** Adds a group at the end of a site and moves the sections into it; 409 on a site without sections. */
export async function addGroup(
  trx: Transaction<Database>,
  siteId: string,
  fields: { title: string; icon: string | null; sectionIds: readonly string[] },
): Promise<GroupRow> {
  const section = await trx
    .selectFrom('site_sections')
    .select('id')
    .where('site_id', '=', siteId)
    .limit(1)
    .executeTakeFirst();
  if (!section && fields.sectionIds.length === 0) {
    throw conflict('This site has no sections to group. Add a section first.');
  }
  const id = newId();
  const group = await trx
    .insertInto('site_section_groups')
    .values({
      id,
      site_id: siteId,
      title: fields.title,
      icon: fields.icon,
      rank: await rankBetween(trx, { of: 'site', siteId }, id, {}),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await assignSections(trx, group, fields.sectionIds);
  return group;
}

/** Deletes a group; its sections take its position, in order. */
export async function deleteGroup(trx: Transaction<Database>, group: GroupRow): Promise<void> {
  const siteId = group.site_id;
  const sections = await listSections(trx, siteId, { groupIds: [group.id] });
  const ranks = await ranksReplacing(trx, { of: 'site', siteId }, group, sections.length);
  await updateSectionPositions(trx, siteId, {
    groupId: null,
    sectionIds: sections.map(({ id }) => id),
    ranks,
  });
  await trx.deleteFrom('site_section_groups').where('id', '=', group.id).execute();
  await rebalanceIfNeeded(trx, { of: 'site', siteId }, ranks);
}

/** undefined leaves a value unchanged. */
export type GroupUpdate = Partial<Pick<GroupRow, 'title' | 'icon'>>;

/** Returns the updated row. */
export function updateGroup(
  trx: Transaction<Database>,
  groupId: string,
  change: GroupUpdate,
): Promise<GroupRow> {
  return (
    trx
      .updateTable('site_section_groups')
      // `set` must not be empty.
      .set({ id: sql<string>`id`, ...change })
      .where('id', '=', groupId)
      .returningAll()
      .executeTakeFirstOrThrow()
  );
}
