import { sql, type Transaction } from 'kysely';
import { newId } from '#server/database/ids.ts';
import type { Database, Row } from '#server/database/schema.ts';
import { conflict, notFound } from '#server/errors.ts';
import { setDefault, type SiteSpaceList } from './defaults.queries.ts';
import { pathFromTitle, uniquePath } from './paths.ts';
import { rankBetween } from './structure-order.queries.ts';

/** Changes to site spaces, all with the site locked. */

/** A site space as changes need it. */
export type SiteSpaceEntry = Row<'site_spaces'>;

/** One site space of a site; 404 where there is none or its space is deleted. */
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

/** Adds a space to the end of a section or flat site; returns the row. 409 where it is there already. */
export async function insertSiteSpace(
  trx: Transaction<Database>,
  list: SiteSpaceList,
  space: { id: string; title: string },
): Promise<SiteSpaceEntry> {
  const { site_id: siteId, section_id: sectionId } = list;
  const siblings = await readSiblings(trx, list);
  refuseTwin(siblings, space.id, sectionId);
  const id = newId();
  const path = uniquePath(
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

/** What a site space takes with it into another section: a path that is free there, and whether it is the default. */
export async function joinList(
  trx: Transaction<Database>,
  entry: SiteSpaceEntry,
  list: SiteSpaceList,
): Promise<{ section_id: string | null; path: string; is_default: boolean }> {
  await refuseLast(trx, entry, 'Move the section instead, or add another site space to it first.');
  const siblings = await readSiblings(trx, list);
  refuseTwin(siblings, entry.space_id, list.section_id);
  await passDefaultOn(trx, entry);
  const taken = siblings.map((sibling) => sibling.path);
  return {
    section_id: list.section_id,
    path: uniquePath(entry.path, taken),
    is_default: !siblings.some((sibling) => sibling.is_default),
  };
}

/** Deletes a site space; 409 for the last one of a section. */
export async function deleteSiteSpace(trx: Transaction<Database>, entry: SiteSpaceEntry): Promise<void> {
  await refuseLast(trx, entry, 'Delete the section instead.');
  await passDefaultOn(trx, entry);
  await trx.deleteFrom('site_spaces').where('id', '=', entry.id).execute();
}

/** 409 where a site space is the last of its section that callers see. A flat site may become empty. */
async function refuseLast(trx: Transaction<Database>, entry: SiteSpaceEntry, advice: string): Promise<void> {
  if (entry.section_id === null) return;
  const [other] = await othersInOrder(trx, entry);
  if (!other) throw conflict(`A section keeps at least one site space. ${advice}`);
}

/** Where the default leaves its list, the next one becomes the default, or the one before where it was the last. */
async function passDefaultOn(trx: Transaction<Database>, entry: SiteSpaceEntry): Promise<void> {
  if (!entry.is_default) return;
  const others = await othersInOrder(trx, entry);
  const heir = others.find((other) => other.rank > entry.rank) ?? others.at(-1);
  if (heir) await setDefault(trx, entry, heir.id);
}

/** The other site spaces of a list that callers see, in order. */
function othersInOrder(
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

/** All of a list, site spaces of deleted spaces too: these keep their path until they are back. */
function readSiblings(trx: Transaction<Database>, list: SiteSpaceList): Promise<Sibling[]> {
  return trx
    .selectFrom('site_spaces')
    .select(['space_id', 'path', 'is_default'])
    .where('site_id', '=', list.site_id)
    .where('section_id', list.section_id === null ? 'is' : '=', list.section_id)
    .execute();
}

function refuseTwin(siblings: readonly Sibling[], spaceId: string, sectionId: string | null): void {
  if (!siblings.some((sibling) => sibling.space_id === spaceId)) return;
  throw conflict(
    sectionId === null ? 'The space is on this site already.' : 'The space is in this section already.',
  );
}

/** What can be changed about a site space; absent members stay. */
export type SiteSpaceChange = Partial<Pick<SiteSpaceEntry, 'path' | 'condition'>>;

/** Writes a change to a site space; returns the row. */
export function writeSiteSpace(
  trx: Transaction<Database>,
  siteSpaceId: string,
  change: SiteSpaceChange,
): Promise<SiteSpaceEntry> {
  return (
    trx
      .updateTable('site_spaces')
      // A change without members still has to be a statement.
      .set({ id: sql<string>`id`, ...change })
      .where('id', '=', siteSpaceId)
      .returningAll()
      .executeTakeFirstOrThrow()
  );
}

/** 409 where another site space of the same list has the path. */
export async function refusePathOfSibling(
  trx: Transaction<Database>,
  entry: SiteSpaceEntry,
  path: string,
): Promise<void> {
  const other = await trx
    .selectFrom('site_spaces')
    .select('id')
    .where('site_id', '=', entry.site_id)
    .where('section_id', entry.section_id === null ? 'is' : '=', entry.section_id)
    .where('path', '=', path)
    .where('id', '<>', entry.id)
    .executeTakeFirst();
  if (other) throw conflict(`Another site space beside this one has the path "${path}".`, 'body.path');
}
