import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';

/**
 * Removes spaces from all sites permanently. Deletes sections that become empty; where a default is removed, the first
 * remaining one becomes the default.
 */
export async function removeFromSites(trx: Transaction<Database>, spaceIds: string[]): Promise<void> {
  await lockSites(trx, spaceIds);
  const removed = await trx
    .deleteFrom('site_spaces')
    .where('space_id', 'in', spaceIds)
    .returning(['site_id', 'section_id'])
    .execute();
  const siteIds = [...new Set(removed.map((row) => row.site_id))];
  if (siteIds.length === 0) return;
  const sectionIds = [...new Set(removed.flatMap((row) => row.section_id ?? []))];
  await deleteEmptySections(trx, sectionIds);
  await assignDefaultSections(trx, siteIds);
  await assignDefaultSiteSpaces(trx, siteIds);
}

/** Changes to a site's structure require the lock of its row. */
async function lockSites(trx: Transaction<Database>, spaceIds: string[]): Promise<void> {
  const showing = trx.selectFrom('site_spaces').select('site_id').where('space_id', 'in', spaceIds);
  await trx
    .selectFrom('sites')
    .select('id')
    .where('id', 'in', showing)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

async function deleteEmptySections(trx: Transaction<Database>, sectionIds: string[]): Promise<void> {
  await sql`
    delete from site_sections section
    where section.id = any(${sectionIds}::text[])
      and not exists (select from site_spaces where site_spaces.section_id = section.id)`.execute(trx);
}

/** For sites with sections but no default section. */
async function assignDefaultSections(trx: Transaction<Database>, siteIds: string[]): Promise<void> {
  await sql`
    update site_sections set is_default = true where id in (
      select distinct on (site_id) id from site_sections section
      where site_id = any(${siteIds}::text[])
        and not exists (select from site_sections other where other.site_id = section.site_id and other.is_default)
      order by site_id, group_id is not null, rank)`.execute(trx);
}

/** For lists without a default site space. */
async function assignDefaultSiteSpaces(trx: Transaction<Database>, siteIds: string[]): Promise<void> {
  await sql`
    update site_spaces set is_default = true where id in (
      select distinct on (site_id, section_id) id from site_spaces entry
      where site_id = any(${siteIds}::text[])
        and not exists (
          select from site_spaces other
          where other.site_id = entry.site_id and other.is_default
            and other.section_id is not distinct from entry.section_id)
      order by site_id, section_id, rank)`.execute(trx);
}
