import { type Kysely, sql } from 'kysely';
import type { Membership } from '#server/access/actor.ts';
import { visibleSpaces } from '#server/access/content-access.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { findFormerAddresses } from '#server/published/pages/former-addresses.ts';
import type { SiteTree, TreeSiteSpace } from '#server/published/visit/site-tree.ts';
import {
  type Destinations,
  type LinkedAddress,
  type LinkingSpaceRow,
  type LinkRow,
  MAX_LINK_ROWS,
} from './incoming-links.ts';

/** The spaces that a member can read. */
export function findReadableSpaces(db: Kysely<Database>, viewer: Membership): Promise<LinkingSpaceRow[]> {
  return visibleSpaces(db, viewer, viewer.organizationId)
    .select(['spaces.id', 'spaces.title', 'spaces.emoji'])
    .execute();
}

/** The URLs of spaces' current pages that have one of some texts in them, with one more row than are used. */
export async function findLinksWith(
  db: Kysely<Database>,
  spaceIds: readonly string[],
  texts: readonly string[],
): Promise<LinkRow[]> {
  if (spaceIds.length === 0 || texts.length === 0) return [];
  const hasOne = (column: string) =>
    sql`exists (select from unnest(${texts}::text[]) as part where strpos(${sql.raw(column)}, part) > 0)`;
  const { rows } = await sql<LinkRow>`
    select page.space_id, page.page_id, link ->> 'href' as href, count(*)::int as count
    from search_pages page
    join document_facts facts on facts.document_id = page.document_id and ${hasOne('facts.links::text')}
    cross join lateral jsonb_array_elements(facts.links) as link
    where page.space_id = any(${spaceIds}::text[]) and ${hasOne(`link ->> 'href'`)}
    group by 1, 2, 3
    limit ${MAX_LINK_ROWS + 1}`.execute(db);
  return rows;
}

/** So many addresses are followed with two statements. */
const FOLLOWED_AT_ONCE = 200;

/**
 * The site spaces that visitors of addresses get to: of a page, where one has the address; else by the redirect of what had
 * it before; else of the longest path, whose page may come later.
 */
export async function findDestinations(
  db: Kysely<Database>,
  { siteId, tree }: { siteId: string; tree: SiteTree },
  addresses: readonly LinkedAddress[],
): Promise<Destinations> {
  const destinations = new Map<string, TreeSiteSpace>();
  for (const { segments, place } of addresses)
    if (place) destinations.set(segments.join('/'), place.siteSpace);
  const living = await findLivingPages(db, addresses);
  const isLiving = (address: LinkedAddress) => address.place?.rest.length === 0 || living.has(address);
  const others = addresses.filter((address) => !isLiving(address)).map(({ segments }) => segments);
  const byId = new Map(
    tree.sections.flatMap(({ siteSpaces }) => siteSpaces.map((each) => [each.id, each] as const)),
  );
  for (let start = 0; start < others.length; start += FOLLOWED_AT_ONCE) {
    const part = others.slice(start, start + FOLLOWED_AT_ONCE);
    const former = await findFormerAddresses(db, siteId, tree, part);
    for (const [index, segments] of part.entries()) {
      const siteSpace = byId.get(former[index]?.siteSpaceId ?? '');
      if (siteSpace) destinations.set(segments.join('/'), siteSpace);
    }
  }
  return destinations;
}

/** The addresses that a page has. */
async function findLivingPages(
  db: Kysely<Database>,
  addresses: readonly LinkedAddress[],
): Promise<Set<LinkedAddress>> {
  const paths = addresses.flatMap((address) => {
    const { place } = address;
    const path = place?.rest.join('/') ?? '';
    // The database doesn't accept the character zero, which no path has.
    return place && path !== '' && !path.includes('\0')
      ? [{ address, path, spaceId: place.siteSpace.spaceId }]
      : [];
  });
  if (paths.length === 0) return new Set();
  const { rows } = await sql<{ position: number }>`
    select asked.position::int as position
    from unnest(${paths.map(({ spaceId }) => spaceId)}::text[], ${paths.map(({ path }) => path)}::text[])
      with ordinality as asked (space_id, path, position)
    join search_pages page on page.space_id = asked.space_id
      and md5(page.path) = md5(asked.path) and page.path = asked.path`.execute(db);
  return new Set(rows.flatMap(({ position }) => paths[position - 1]?.address ?? []));
}
