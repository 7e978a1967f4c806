import { type Kysely, sql, type Transaction } from 'kysely';
import { notFound } from '#server/base/errors.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { ItemRow, ItemRows } from './versions.rules.ts';

/** A change of a structure with the entries of the audit log that its transaction wrote. */
export interface VersionRow {
  version: string;
  place: string;
  at: Date;
  entries: {
    action: string;
    summary: string;
    userId: string | null;
    displayName: string | null;
    email: string | null;
    photoURL: string | null;
  }[];
}

/** Changes that others see. What was gathered in a draft changes no structure. */
export function selectVersions(
  db: Kysely<Database>,
  { siteId, organizationId }: { siteId: string; organizationId: string },
) {
  return db
    .selectFrom('structure_versions')
    .where('site_id', '=', siteId)
    .select(['version', 'place', 'at'])
    .select(
      sql<VersionRow['entries']>`(
        select coalesce(json_agg(json_build_object(
          'action', entry.action, 'summary', entry.summary, 'userId', entry.actor_id,
          'displayName', users.display_name, 'email', users.email, 'photoURL', users.photo_url) order by entry.seq), '[]')
        from audit_log entry left join users on users.id = entry.actor_id
        where entry.tx = structure_versions.tx and entry.at = structure_versions.at
          and entry.organization_id = ${organizationId})`.as('entries'),
    );
}

/** The structure as it is, in one snapshot. */
export async function readItemRows(db: Kysely<Database>, siteId: string): Promise<ItemRows> {
  const rowsOf = (table: 'site_section_groups' | 'site_sections' | 'site_spaces') =>
    sql<
      ItemRow[]
    >`(select coalesce(json_agg(to_jsonb(item)), '[]') from ${sql.table(table)} item where site_id = ${siteId})`;
  const { rows } = await sql<ItemRows>`select ${rowsOf('site_section_groups')} as groups,
    ${rowsOf('site_sections')} as sections, ${rowsOf('site_spaces')} as "siteSpaces"`.execute(db);
  return rows[0] ?? { groups: [], sections: [], siteSpaces: [] };
}

/** The structure as it is, and as it was before a version; with the site locked. 404 for an unknown version. */
export async function readStructures(
  trx: Transaction<Database>,
  siteId: string,
  version: string,
): Promise<{ current: ItemRows; earlier: ItemRows; at: Date }> {
  const from = await trx
    .selectFrom('structure_versions')
    .select(['place', 'at'])
    .where('site_id', '=', siteId)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!from) throw notFound('structure version');
  const current = await readItemRows(trx, siteId);
  const { rows: changed } = await sql<{ kind: string; item_id: string; before: ItemRow | null }>`
    select distinct on (changed.item_id) changed.kind, changed.item_id, changed.before
    from structure_versions join structure_version_rows changed using (site_id, version)
    where site_id = ${siteId} and place >= ${from.place}
    order by changed.item_id, place`.execute(trx);
  const before = (kind: string, rows: readonly ItemRow[]) => {
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const change of changed.filter((each) => each.kind === kind)) {
      if (change.before) byId.set(change.item_id, change.before);
      else byId.delete(change.item_id);
    }
    return [...byId.values()];
  };
  const earlier: ItemRows = {
    groups: before('group', current.groups),
    sections: before('section', current.sections),
    siteSpaces: before('site-space', current.siteSpaces),
  };
  return { current, earlier, at: from.at };
}

/** Titles of the spaces that are not deleted. */
export async function findSpaceTitles(
  db: Kysely<Database>,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('spaces')
    .select(['id', 'title'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}
