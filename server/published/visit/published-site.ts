import { type Kysely, sql } from 'kysely';
import type { SiteLink, SiteVisibility } from '#api/generated/types.gen.ts';
import { hasConditionTags, visitorLine, visitorTitle } from '#server/content/visitor-text/visitor-text.ts';
import { prepareQuery } from '#server/database/engine/prepare-query.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { StoredCustomization } from '#server/sites/customization.ts';

/** A site with what every page of it needs, and the revisions of some of its spaces. */
export interface PublishedSite {
  id: string;
  organizationId: string;
  /** As visitors get it, like the texts of the customization. */
  title: string;
  hostname: string | null;
  /** Set while the site is served at its hostname. */
  hostnameProvenAt: Date | null;
  basename: string | null;
  proxy: string | null;
  published: boolean;
  visibility: SiteVisibility;
  shareKey: string;
  adaptiveContent: boolean;
  structureVersion: string;
  organizationHostname: string | null;
  customization: StoredCustomization;
  /** JSON Schema of the claims of visitors; null if none was stored. */
  adaptiveSchema: unknown;
  /** Where visitors without a valid token are sent. */
  visitorSignInUrl: string | null;
  /** Keys that sign tokens of visitors, also expired ones. */
  visitorKeys: { secret: string; expiresAt: Date | null }[];
  /** The current revisions of the spaces that were asked for, by space id; deleted ones are missing. */
  revisions: ReadonlyMap<string, string>;
}

/** The names of a site in an address on this server. */
export interface SiteNames {
  /** Host name or id. */
  organization: string;
  /** Basename or id. */
  site: string;
}

/** How an address names a site: by its path, or by the host alone. */
export type SiteName = SiteNames | { hostname: string };

const REVISIONS = (spaceIds: readonly string[]) => sql<Record<string, string> | null>`(
  select json_object_agg(spaces.id, spaces.revision_id) from spaces
  where spaces.id = any(${spaceIds}::text[]) and spaces.deleted_at is null)`;

const VISITOR_KEYS = sql<{ secret: string; expiresAt: string | null }[] | null>`(
  select json_agg(json_build_object('secret', secret, 'expiresAt', expires_at)) from site_visitor_keys
  where site_visitor_keys.site_id = sites.id)`;

const selectSites = (db: Kysely<Database>, spaceIds: readonly string[]) =>
  db
    .selectFrom('sites')
    .innerJoin('organizations', 'organizations.id', 'sites.organization_id')
    .select([
      'sites.id',
      'sites.organization_id as organizationId',
      'sites.title',
      'sites.hostname',
      'sites.hostname_proven_at as hostnameProvenAt',
      'sites.basename',
      'sites.proxy',
      'sites.published',
      'sites.share_key as shareKey',
      'sites.adaptive_content as adaptiveContent',
      'sites.structure_version as structureVersion',
      'sites.adaptive_schema as adaptiveSchema',
      'sites.visitor_sign_in_url as visitorSignInUrl',
      'organizations.hostname as organizationHostname',
    ])
    .select((column) => [
      column.ref('sites.visibility').$castTo<SiteVisibility>().as('visibility'),
      column.ref('sites.customization').$castTo<StoredCustomization>().as('customization'),
      REVISIONS(spaceIds).as('revisions'),
      VISITOR_KEYS.as('visitorKeys'),
    ]);

const selectByNames = prepareQuery((db, organization: string, site: string, spaceIds: readonly string[]) =>
  selectSites(db, spaceIds)
    .where((column) =>
      column.or([
        column('organizations.hostname', '=', organization),
        column('organizations.id', '=', organization),
      ]),
    )
    .where((column) => column.or([column('sites.basename', '=', site), column('sites.id', '=', site)]))
    // A name wins over an id.
    .orderBy(sql`(sites.basename = ${site}) is true`, 'desc')
    .limit(sql.lit(1)),
);

const selectByHostname = prepareQuery((db, hostname: string, spaceIds: readonly string[]) =>
  selectSites(db, spaceIds)
    .where('sites.hostname', '=', hostname)
    .where('sites.hostname_proven_at', 'is not', null),
);

/** The site that an address names, published or not. */
export async function findPublishedSite(
  db: Kysely<Database>,
  name: SiteName,
  spaceIds: readonly string[],
): Promise<PublishedSite | undefined> {
  const [row] =
    'hostname' in name
      ? await selectByHostname(db, name.hostname, spaceIds)
      : await selectByNames(db, name.organization, name.site, spaceIds);
  if (!row) return undefined;
  const visitorKeys = (row.visitorKeys ?? []).map(({ secret, expiresAt }) => ({
    secret,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  }));
  return {
    ...row,
    title: visitorTitle(row.title),
    customization: visitorCustomization(row.customization),
    visitorKeys,
    revisions: new Map(Object.entries(row.revisions ?? {})),
  };
}

/** A customization with the texts that visitors get. A link without anything left of its text is left out. */
export function visitorCustomization(customization: StoredCustomization): StoredCustomization {
  const { title, headerLinks, footerLinks } = customization;
  return {
    ...customization,
    ...(title !== undefined && { title: visitorTitle(title) }),
    ...(headerLinks && { headerLinks: visitorLinks(headerLinks) }),
    ...(footerLinks && { footerLinks: visitorLinks(footerLinks) }),
  };
}

function visitorLinks(links: readonly SiteLink[]): SiteLink[] {
  return links.flatMap((link) => {
    const title = visitorLine(link.title);
    return title === '' || hasConditionTags(link.url) ? [] : [{ ...link, title }];
  });
}

const selectRevisions = prepareQuery((db, spaceIds: readonly string[]) =>
  db
    .selectFrom('spaces')
    .select(['id', 'revision_id'])
    .where('id', '=', sql<string>`any(${spaceIds}::text[])`)
    .where('deleted_at', 'is', null),
);

/** The current revisions of spaces, by space id; deleted ones are missing. */
export async function findRevisionIds(
  db: Kysely<Database>,
  spaceIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await selectRevisions(db, spaceIds);
  return new Map(rows.map(({ id, revision_id }) => [id, revision_id]));
}
