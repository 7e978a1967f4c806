/** Which links of an organization lead to parts of a site. Pure. */
import type { SiteIncomingLinks } from '#api/generated/types.gen.ts';
import { decodePath } from '#api/source-paths.ts';
import {
  type Place,
  resolvePlace,
  type SiteTree,
  type TreeSiteSpace,
} from '#server/published/visit/site-tree.ts';

/** How often a page has a URL. */
export interface LinkRow {
  space_id: string;
  page_id: string;
  href: string;
  count: number;
}

/** So many URLs of pages are read: each of them is looked at. */
export const MAX_LINK_ROWS = 20_000;

export interface LinkingSpaceRow {
  id: string;
  title: string;
  emoji: string;
}

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

/** The segments of an address below the site; null for other links. */
function segmentsOf({ urls }: LinkedSite, href: string): string[] | null {
  const address = /^(?:https?:)?\/\//i.test(href) ? withoutScheme(href) : '';
  const url = urls.map(withoutScheme).find((each) => `${address}/`.startsWith(each));
  if (url === undefined) return null;
  const [path = ''] = address.slice(url.length).split(/[?#]/);
  return path.split('/').filter(Boolean).map(decodePath);
}

/** An address of a link, and what has its path now. */
export interface LinkedAddress {
  segments: readonly string[];
  /** Undefined where nothing is. */
  place: Place | undefined;
}

/** The different addresses that links have. */
export function addressesOf(site: LinkedSite, rows: readonly LinkRow[]): LinkedAddress[] {
  const addresses = new Map<string, LinkedAddress>();
  for (const { href } of rows) {
    const segments = segmentsOf(site, href);
    if (segments === null || addresses.has(segments.join('/'))) continue;
    addresses.set(segments.join('/'), { segments, place: resolvePlace(site.tree, segments) });
  }
  return [...addresses.values()];
}

/** The site spaces that addresses lead to, by their segments. */
export type Destinations = ReadonlyMap<string, TreeSiteSpace>;

/** How a link leads to one of the parts; null if it doesn't. */
function leadsBy(
  site: LinkedSite,
  { spaces, destinations }: { spaces: ReadonlySet<string>; destinations: Destinations },
  { space_id, href }: LinkRow,
) {
  const named = spaceAddress.exec(href)?.[1];
  if (named !== undefined) {
    const id = decodePath(named);
    return id !== space_id && spaces.has(id) ? 'name' : null;
  }
  const siteSpace = destinations.get(segmentsOf(site, href)?.join('/') ?? '');
  const isMeant = siteSpace !== undefined && site.siteSpaceIds.has(siteSpace.id);
  return isMeant && siteSpace.spaceId !== space_id ? 'address' : null;
}

const MAX_SPACES = 20;

export function toIncomingLinks(
  site: LinkedSite,
  rows: readonly LinkRow[],
  { readable, destinations }: { readable: readonly LinkingSpaceRow[]; destinations: Destinations },
): SiteIncomingLinks {
  const targets = { spaces: spacesOf(site), destinations };
  const counts = new Map<string, { links: number; pages: Set<string> }>();
  let byAddress = 0;
  for (const row of rows.slice(0, MAX_LINK_ROWS)) {
    const way = leadsBy(site, targets, row);
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
