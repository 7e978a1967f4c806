import { sql, type Transaction } from 'kysely';
import { newId } from '#server/database/ids.ts';
import type { Database } from '#server/database/schema.ts';
import { conflict, notFound } from '#server/errors.ts';
import { fillGroup, placeSections } from './sections.queries.ts';
import { rankBetween, ranksInPlaceOf, renumberAfter } from './structure-order.queries.ts';
import { type GroupRow, listSections } from './structure.queries.ts';

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
  await fillGroup(trx, group, fields.sectionIds);
  return group;
}

/** Deletes a group; its sections take its place, in their order. */
export async function deleteGroup(trx: Transaction<Database>, group: GroupRow): Promise<void> {
  const siteId = group.site_id;
  const sections = await listSections(trx, siteId, { groupIds: [group.id] });
  const ranks = await ranksInPlaceOf(trx, { of: 'site', siteId }, group, sections.length);
  await placeSections(trx, siteId, { groupId: null, sectionIds: sections.map(({ id }) => id), ranks });
  await trx.deleteFrom('site_section_groups').where('id', '=', group.id).execute();
  await renumberAfter(trx, { of: 'site', siteId }, ranks);
}

/** What can be changed about a group; absent members stay. */
export type GroupChange = Partial<Pick<GroupRow, 'title' | 'icon'>>;

/** Writes a change to a group; returns the row. */
export function writeGroup(
  trx: Transaction<Database>,
  groupId: string,
  change: GroupChange,
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
