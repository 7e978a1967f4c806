/** Which links of an organization lead to parts of a site. Pure. */
import type { SiteIncomingLinks } from '#api/generated/types.gen.ts';
import { decodePath } from '#api/source-paths.ts';
import { resolvePlace, type SiteTree } from '#server/published/visit/site-tree.ts';
import { type LinkingSpaceRow, type LinkRow, MAX_LINK_ROWS } from './incoming-links.queries.ts';

/** The parts of a site, and how links to them are written. */
export interface LinkedSite {
  tree: SiteTree;
  siteSpaceIds: ReadonlySet<string>;
  /** The URLs of the site, with a trailing slash. */
  urls: readonly string[];
}

const spaceAddress = /^\/spaces\/([^/?#]+)/;

/** The URLs without their schemes: links may have another one. */
const withoutScheme = (url: string) => url.slice(url.indexOf('//'));

/** The spaces that the parts show. */
function spacesOf({ tree, siteSpaceIds }: LinkedSite): Set<string> {
  const siteSpaces = tree.sections.flatMap((section) => section.siteSpaces);
  return new Set(siteSpaces.filter(({ id }) => siteSpaceIds.has(id)).map(({ spaceId }) => spaceId));
}

/** Texts of which links to the parts have one. */
export function textsOfLinks(site: LinkedSite): string[] {
  const spaces = [...spacesOf(site)];
  if (spaces.length === 0) return [];
  return [...spaces.map((id) => `/spaces/${id}`), ...site.urls.map(withoutScheme)];
}

/** How a link leads to one of the parts; null if it doesn't. */
function leadsBy(site: LinkedSite, spaces: ReadonlySet<string>, { space_id, href }: LinkRow) {
  const named = spaceAddress.exec(href)?.[1];
  if (named !== undefined) {
    const id = decodePath(named);
    return id !== space_id && spaces.has(id) ? 'name' : null;
  }
  const address = /^(?:https?:)?\/\//i.test(href) ? withoutScheme(href) : '';
  const url = site.urls.map(withoutScheme).find((each) => `${address}/`.startsWith(each));
  if (url === undefined) return null;
  const [path = ''] = address.slice(url.length).split(/[?#]/);
  const segments = path.split('/').filter(Boolean).map(decodePath);
  const place = resolvePlace(site.tree, segments);
  const isMeant = place !== undefined && site.siteSpaceIds.has(place.siteSpace.id);
  return isMeant && place.siteSpace.spaceId !== space_id ? 'address' : null;
}

const MAX_SPACES = 20;

export function toIncomingLinks(
  site: LinkedSite,
  rows: readonly LinkRow[],
  readable: readonly LinkingSpaceRow[],
): SiteIncomingLinks {
  const spaces = spacesOf(site);
  const counts = new Map<string, { links: number; pages: Set<string> }>();
  let byAddress = 0;
  for (const row of rows.slice(0, MAX_LINK_ROWS)) {
    const way = leadsBy(site, spaces, row);
    if (way === null) continue;
    const count = counts.get(row.space_id) ?? { links: 0, pages: new Set() };
    counts.set(row.space_id, count);
    count.links += row.count;
    count.pages.add(row.page_id);
    if (way === 'address') byAddress += row.count;
  }
  const linking = readable.flatMap(({ id, title, emoji }) => {
    const count = counts.get(id);
    return count ? [{ space: { id, title, emoji }, links: count.links, pages: count.pages.size }] : [];
  });
  return {
    object: 'site-incoming-links',
    links: linking.reduce((sum, { links }) => sum + links, 0),
    pages: linking.reduce((sum, { pages }) => sum + pages, 0),
    byAddress,
    isPartial: rows.length > MAX_LINK_ROWS,
    spaces: linking.toSorted((a, b) => b.links - a.links).slice(0, MAX_SPACES),
  };
}
