import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';

const RETENTION_MS = 366 * 24 * 60 * 60_000;
const MAX_VERSIONS = 1000;

/** Deletes earlier states of structures of more than a year ago, and those of a site beyond its latest 1,000. */
export async function deleteOldVersions(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom('structure_versions')
    .where('at', '<', new Date(now.getTime() - RETENTION_MS))
    .execute();
  await sql`
    delete from structure_versions old using (
      select site_id, place from (
        select site_id, place, row_number() over (partition by site_id order by place desc) as number
        from structure_versions
      ) numbered where number = ${sql.lit(MAX_VERSIONS)} + 1
    ) oldest where old.site_id = oldest.site_id and old.place <= oldest.place`.execute(db);
}

/** Deletes the earlier states of sites that were written as a whole: nothing was changed before. */
export async function deleteVersionsOf(db: Kysely<Database>, siteIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('structure_versions')
    .where('site_id', '=', sql<string>`any(${siteIds}::text[])`)
    .execute();
}
