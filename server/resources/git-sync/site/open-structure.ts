import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';
import { GitSyncError } from '#server/git-sync/git-connection.ts';
import { selectSites, type SiteRow } from '#server/sites/load-site.ts';
import type { PlannedStructure } from '../../site-structure/history/planned-structure.ts';
import { findSpaceTitles, readItemRows } from '../../site-structure/history/versions.queries.ts';
import { spaceIdsOf, toPlannedStructure } from '../../site-structure/history/versions.rules.ts';

/** The structure of a site with the titles of its spaces, and its version. */
export interface OpenStructure {
  structure: PlannedStructure;
  titles: Map<string, string>;
  version: string;
}

export async function readStructure(
  db: Kysely<Database>,
  { siteId, organizationId }: { siteId: string; organizationId: string },
): Promise<OpenStructure> {
  const rows = await readItemRows(db, siteId);
  const titles = await findSpaceTitles(db, organizationId, spaceIdsOf(rows));
  const { structure_version: version } = await db
    .selectFrom('sites')
    .select('structure_version')
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow();
  return { structure: toPlannedStructure(rows, (id) => titles.has(id)), titles, version };
}

/** Locks a site for a change of its structure. */
export async function lockSite(trx: Transaction<Database>, siteId: string): Promise<SiteRow> {
  await sql`select from sites where id = ${siteId} for no key update`.execute(trx);
  const site = await selectSites(trx).where('sites.id', '=', siteId).executeTakeFirst();
  if (!site) throw new GitSyncError('content-refused', 'The site is deleted.');
  return site;
}
