import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { conflict, notFound } from '#server/errors.ts';

/**
 * What is shown first: one section of a site, one site space of each section or flat site. All with the site locked.
 */

/** The list that a site space is in: a section of a site, or (null) the site itself. */
export interface SiteSpaceList {
  site_id: string;
  section_id: string | null;
}

/** Makes a section the default one of its site; 404 where it has no such section. */
export async function makeDefaultSection(
  trx: Transaction<Database>,
  siteId: string,
  sectionId: string,
): Promise<void> {
  // Taken away first: the index that allows one default per site looks at each row as it is written.
  await trx
    .updateTable('site_sections')
    .set({ is_default: false })
    .where('site_id', '=', siteId)
    .where('is_default', '=', true)
    .execute();
  const made = await trx
    .updateTable('site_sections')
    .set({ is_default: true })
    .where('site_id', '=', siteId)
    .where('id', '=', sectionId)
    .returning('id')
    .executeTakeFirst();
  if (!made) throw notFound('site section');
}

/** The default section of a site, or null where the site has no sections. */
export async function findDefaultSectionId(
  trx: Transaction<Database>,
  siteId: string,
): Promise<string | null> {
  const row = await trx
    .selectFrom('site_sections')
    .select('id')
    .where('site_id', '=', siteId)
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Makes a site space the default of a site: it has to be in the default section, or the site has to be flat. 404
 * where the site has no such site space.
 */
export async function makeDefaultSiteSpace(
  trx: Transaction<Database>,
  siteId: string,
  siteSpaceId: string,
): Promise<void> {
  const sectionId = await findDefaultSectionId(trx, siteId);
  await makeDefaultIn(trx, { site_id: siteId, section_id: sectionId }, siteSpaceId);
}

/** Makes a site space the default of the list that it is in; 404 for an unknown one, 409 for one of another list. */
export async function makeDefaultIn(
  trx: Transaction<Database>,
  list: SiteSpaceList,
  siteSpaceId: string,
): Promise<void> {
  const row = await trx
    .selectFrom('site_spaces')
    .innerJoin('spaces', 'spaces.id', 'site_spaces.space_id')
    .select('site_spaces.section_id')
    .where('site_spaces.id', '=', siteSpaceId)
    .where('site_spaces.site_id', '=', list.site_id)
    .where('spaces.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound('site space');
  if (row.section_id !== list.section_id) throw conflict('The site space is in another section.');
  await setDefault(trx, list, siteSpaceId);
}

/** Writes which site space of a list is the default one. */
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
