import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SiteAnnouncement, SiteLink, SiteVisibility } from '#api/generated/types.gen.ts';
import type { SecretKeys, SecretPlace } from '#server/base/secret-keys.ts';
import { hasConditionTags, visitorLine, visitorTitle } from '#server/content/visitor-text/visitor-text.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { StoredCustomization } from '#server/sites/customization.ts';

/** A site with what every page of it needs, and the revisions of some of its spaces. */
export interface PublishedSite {
  id: string;
  organizationId: string;
  /** As visitors get it, like the texts of the customization. */
  title: string;
  hostname: string | null;
  /** Whether the site is served at its hostname. */
  isHostnameProven: boolean;
  basename: string | null;
  proxy: string | null;
  published: boolean;
  visibility: SiteVisibility;
  shareKey: string;
  adaptiveContent: boolean;
  structureVersion: string;
  organizationHostname: string | null;
  customization: StoredCustomization;
  /** Whether visits are counted. */
  countsVisits: boolean;
  /** Whether pages ask if they were helpful. */
  asksFeedback: boolean;
  /** JSON Schema of the claims of visitors; null if none was stored. */
  adaptiveSchema: unknown;
  /** Where visitors without a valid token are sent. */
  visitorSignInUrl: string | null;
  /** Keys that sign tokens of visitors, also expired ones. */
  visitorKeys: { secret: string; expiresAt: Date | null }[];
  /** The current revisions of the spaces that were asked for, by space id; deleted ones are missing. */
  revisions: ReadonlyMap<string, string>;
  /** Those of these spaces that Git Sync connects with no repository. */
  unconnected: ReadonlySet<string>;
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

type SiteColumns = Omit<PublishedSite, 'revisions' | 'unconnected' | 'visitorKeys'> & {
  revisions: Record<string, string> | null;
  connected: string[] | null;
  visitorKeys: { id: string; secret: string; expiresAt: string | null }[] | null;
};

/** In SQL, as every request for a page sends it. The condition is on `sites` and `organizations`. */
const selectSites = (spaceIds: readonly string[], condition: RawBuilder<unknown>) => sql`
  select sites.id, sites.organization_id as "organizationId", sites.title, sites.hostname,
    sites.hostname_proven_at is not null as "isHostnameProven", sites.basename, sites.proxy, sites.published, sites.visibility,
    sites.share_key as "shareKey", sites.adaptive_content as "adaptiveContent",
    sites.structure_version::text as "structureVersion", sites.adaptive_schema as "adaptiveSchema",
    sites.visitor_sign_in_url as "visitorSignInUrl", organizations.hostname as "organizationHostname",
    sites.customization, coalesce(sites.counts_visits, true) as "countsVisits",
    coalesce(sites.asks_feedback, false) as "asksFeedback",
    (
      select json_object_agg(spaces.id, spaces.revision_id) from spaces
      where spaces.id = any(${spaceIds}::text[]) and spaces.deleted_at is null
    ) as revisions,
    (
      select json_agg(git_connections.space_id) from git_connections
      where git_connections.space_id = any(${spaceIds}::text[])
    ) as connected,
    (
      select json_agg(json_build_object('id', id, 'secret', secret, 'expiresAt', expires_at)) from site_visitor_keys
      where site_visitor_keys.site_id = sites.id
    ) as "visitorKeys"
  from sites join organizations on organizations.id = sites.organization_id
  where ${condition}`;

/** A name wins over an id. */
const selectByNames = ({ organization, site }: SiteNames, spaceIds: readonly string[]) => sql`
  ${selectSites(
    spaceIds,
    sql`(organizations.hostname = ${organization} or organizations.id = ${organization})
      and (sites.basename = ${site} or sites.id = ${site})`,
  )}
  order by (sites.basename = ${site}) is true desc limit 1`;

const selectByHostname = (hostname: string, spaceIds: readonly string[]) =>
  selectSites(spaceIds, sql`sites.hostname = ${hostname} and sites.hostname_proven_at is not null`);

/** The site that an address names, published or not. */
export async function findPublishedSite(
  db: Kysely<Database>,
  name: SiteName,
  spaceIds: readonly string[],
  secretKeys: SecretKeys,
): Promise<PublishedSite | undefined> {
  const query =
    'hostname' in name ? selectByHostname(name.hostname, spaceIds) : selectByNames(name, spaceIds);
  // One value: each column of a statement is described and read by itself.
  const { rows } = await sql<{
    row: SiteColumns;
  }>`select row_to_json(site) as row from (${query}) as site`.execute(db);
  const row = rows[0]?.row;
  if (!row) return undefined;
  const visitorKeys = (row.visitorKeys ?? []).map(({ id, secret, expiresAt }) => ({
    secret: secretKeys.decrypt(secret, visitorKeyPlace(id)),
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  }));
  const { connected, ...columns } = row;
  const revisions = new Map(Object.entries(row.revisions ?? {}));
  return {
    ...columns,
    title: visitorTitle(row.title),
    customization: visitorCustomization(row.customization),
    visitorKeys,
    revisions,
    unconnected: new Set([...revisions.keys()].filter((id) => !connected?.includes(id))),
  };
}

/** Where the secret of a visitor key is stored. */
export function visitorKeyPlace(keyId: string): SecretPlace {
  return { table: 'site_visitor_keys', column: 'secret', id: keyId };
}

/** A customization with the texts that visitors get. A link without anything left of its text is left out. */
export function visitorCustomization(customization: StoredCustomization): StoredCustomization {
  const { title, headerLinks, footerLinks, announcement, ...others } = customization;
  const announced = announcement && visitorAnnouncement(announcement);
  return {
    ...others,
    ...(title !== undefined && { title: visitorTitle(title) }),
    ...(headerLinks && { headerLinks: visitorLinks(headerLinks) }),
    ...(footerLinks && { footerLinks: visitorLinks(footerLinks) }),
    ...(announced && { announcement: announced }),
  };
}

/** Undefined where nothing of its text is left. */
function visitorAnnouncement({ message, link, ...others }: SiteAnnouncement): SiteAnnouncement | undefined {
  const text = visitorLine(message);
  const [shownLink] = visitorLinks(link ? [link] : []);
  return text === '' ? undefined : { message: text, ...(shownLink && { link: shownLink }), ...others };
}

function visitorLinks(links: readonly SiteLink[]): SiteLink[] {
  return links.flatMap((link) => {
    const title = visitorLine(link.title);
    return title === '' || hasConditionTags(link.url) ? [] : [{ ...link, title }];
  });
}

/** The current revisions of spaces, by space id; deleted ones are missing. */
export async function findRevisionIds(
  db: Kysely<Database>,
  spaceIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('spaces')
    .select(['id', 'revision_id'])
    .where('id', '=', sql<string>`any(${spaceIds}::text[])`)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, revision_id }) => [id, revision_id]));
}
