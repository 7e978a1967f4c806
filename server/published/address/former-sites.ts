import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';
import type { SiteUrlFields } from '#server/sites/sites.rules.ts';
import type { SiteNames } from '../visit/published-site.ts';

/** The end of names that are in use. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** A site by names of which at least one is out of use, in one statement; the latest owner of a name wins. */
export async function findFormerSite(
  db: Kysely<Database>,
  { organization, site }: SiteNames,
): Promise<{ organizationId: string; siteId: string } | undefined> {
  const { rows } = await sql<{ organizationId: string; siteId: string }>`
    with owner as (
      select id, ${String(NEVER)}::bigint as until from organizations
      where id = ${organization} or hostname = ${organization}
      union all
      select organization_id, until from former_hostnames where hostname = ${organization} and site_id is null
    ), named as (
      select sites.id, sites.organization_id, owner.until as owner_until,
        case when sites.id = ${site} or sites.basename = ${site} then ${String(NEVER)}::bigint else (
          select max(until) from former_site_names former where former.site_id = sites.id and former.name = ${site}
        ) end as until
      from owner join sites on sites.organization_id = owner.id
    )
    select id as "siteId", organization_id as "organizationId" from named
    where until is not null order by owner_until desc, until desc limit 1`.execute(db);
  return rows[0];
}

/** The site that had a proven host name last, and where it is. */
export async function findSiteOfFormerHost(
  db: Kysely<Database>,
  hostname: string,
): Promise<Omit<SiteUrlFields, 'visibility' | 'share_key'> | undefined> {
  return db
    .selectFrom('former_hostnames')
    .innerJoin('sites', 'sites.id', 'former_hostnames.site_id')
    .innerJoin('organizations', 'organizations.id', 'sites.organization_id')
    .select([
      'sites.id',
      'sites.organization_id',
      'sites.hostname',
      'sites.hostname_proven_at',
      'sites.basename',
      'sites.published',
      'organizations.hostname as organization_hostname',
    ])
    .where('former_hostnames.hostname', '=', hostname)
    .orderBy('former_hostnames.until', 'desc')
    .executeTakeFirst();
}
