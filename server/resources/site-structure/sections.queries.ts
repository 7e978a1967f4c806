import { sql, type Transaction } from 'kysely';
import { generateNKeysBetween } from 'fractional-indexing';
import { newId } from '#server/database/ids.ts';
import type { Database, Row } from '#server/database/schema.ts';
import { conflict, notFound } from '#server/errors.ts';
import { rankBetween, ranksReplacing, rebalanceIfNeeded, sectionList } from './order.queries.ts';
import { insertSiteSpace } from './site-spaces.queries.ts';
import { type GroupRow, listSections, setDefaultSection, type SectionRow } from './structure.queries.ts';
import { pathFromTitle, uniquePath } from './structure.rules.ts';

/** Changes to sections, all with the site locked. */

/** One section of a site; 404 where there is none. */
export async function requireSection(
  trx: Transaction<Database>,
  siteId: string,
  sectionId: string,
): Promise<SectionRow> {
  const section = await trx
    .selectFrom('site_sections')
    .selectAll()
    .where('id', '=', sectionId)
    .where('site_id', '=', siteId)
    .executeTakeFirst();
  if (!section) throw notFound('site section');
  return section;
}

/**
 * Adds a section with its space to the end of a site. On a flat site, what is there becomes a first section, titled
 * like the site.
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

/** A title for a section that got none: its space's. Titles of spaces may be too short for one. */
export function defaultSectionTitle(spaceTitle: string): string {
  const title = spaceTitle.trim();
  return [...title].length >= 2 ? title : `Section ${title}`.trim();
}

/**
 * Deletes a section with its site spaces. Where it was the default, the next in published order becomes it. With the
 * last section its site is flat and empty: groups go too.
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

/** What can be changed about a section; absent members stay. */
export type SectionUpdate = Partial<
  Pick<SectionRow, 'title' | 'path' | 'condition' | 'icon' | 'description' | 'rank' | 'group_id'>
>;

/** Writes a change to a section; returns the row. */
export function updateSection(
  trx: Transaction<Database>,
  sectionId: string,
  change: SectionUpdate,
): Promise<SectionRow> {
  return (
    trx
      .updateTable('site_sections')
      // A change without members still has to be a statement.
      .set({ id: sql<string>`id`, ...change })
      .where('id', '=', sectionId)
      .returningAll()
      .executeTakeFirstOrThrow()
  );
}

/** Puts a section at the end of a group, or (null) of its site outside groups. */
export async function moveToEnd(
  trx: Transaction<Database>,
  section: SectionRow,
  groupId: string | null,
): Promise<void> {
  const rank = await rankBetween(trx, sectionList(section.site_id, groupId), section.id, {});
  await updateSection(trx, section.id, { group_id: groupId, rank });
}

/** 409 where another section of the site has the path, in whatever group it is. */
export async function assertSectionPathFree(
  trx: Transaction<Database>,
  section: SectionRow,
  path: string,
): Promise<void> {
  const other = await trx
    .selectFrom('site_sections')
    .select('title')
    .where('site_id', '=', section.site_id)
    .where('path', '=', path)
    .where('id', '<>', section.id)
    .executeTakeFirst();
  if (other)
    throw conflict(`The path "${path}" is already taken by the section “${other.title}”.`, 'body.path');
}

/** Puts sections of a site into an empty group, in the order of their ids; 404 for one that the site does not have. */
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

/** Gives sections of a site a group (null: none) and ranks there. */
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

/** Whether a site has any sections or site spaces, those of deleted spaces too. */
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

/** Adds an empty section at the end of a site. */
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
  const taken = siblings.map((sibling) => sibling.path);
  return trx
    .insertInto('site_sections')
    .values({
      id,
      site_id: siteId,
      group_id: null,
      title,
      path: uniquePath(pathFromTitle(title, 'section'), taken),
      is_default: isDefault,
      rank: await rankBetween(trx, { of: 'site', siteId }, id, {}),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes to groups of sections, all with the site locked. */

/** One group of a site; 404 where there is none. */
export async function requireGroup(
  trx: Transaction<Database>,
  siteId: string,
  groupId: string,
): Promise<GroupRow> {
  const group = await trx
    .selectFrom('site_section_groups')
    .selectAll()
    .where('id', '=', groupId)
    .where('site_id', '=', siteId)
    .executeTakeFirst();
  if (!group) throw notFound('site section group');
  return group;
}

/** Adds a group with sections, who leave where they were, to the end of a site; 409 on a site without sections. */
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

/** Deletes a group; its sections take its place, in their order. */
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

/** What can be changed about a group; absent members stay. */
export type GroupUpdate = Partial<Pick<GroupRow, 'title' | 'icon'>>;

/** Writes a change to a group; returns the row. */
export function updateGroup(
  trx: Transaction<Database>,
  groupId: string,
  change: GroupUpdate,
): Promise<GroupRow> {
  return (
    trx
      .updateTable('site_section_groups')
      // A change without members still has to be a statement.
      .set({ id: sql<string>`id`, ...change })
      .where('id', '=', groupId)
      .returningAll()
      .executeTakeFirstOrThrow()
  );
}
