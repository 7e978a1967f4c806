import { setImmediate as nextTurn } from 'node:timers/promises';
import { languagesOf } from '#server/content/search/site-languages.ts';
import { findCopy, siteLanguage } from '../view/navigation-view.ts';
import { placesOf } from '../view/reader-links.ts';
import { pageUrl, type ReaderContent, type ReaderEntry } from '../visit/reader-content.ts';
import { siteSpaceUrl, type Place, type TreeSection, type TreeSiteSpace } from '../visit/site-tree.ts';
import { MAX_COMPARED_VARIANTS, type Visit } from '../visit/visit.ts';

/** The files for crawlers and programs beside the pages. Only public sites have them; see `isListed`. */

/** Whether search engines and programs are invited. */
export function isListed({ site }: Pick<Visit, 'site'>): boolean {
  return site.visibility === 'public';
}

export function robotsText(visit: Visit): string {
  if (!isListed(visit)) return 'User-agent: *\nDisallow: /\n';
  const { origin, base } = visit;
  return `User-agent: *\nDisallow: ${base}~/search\n\nSitemap: ${origin}${base}sitemap.xml\n`;
}

/** The places of a site in its order, one for each space: a space that is on it twice is listed once. */
export function listedPlaces({ tree }: Pick<Visit, 'tree'>): Place[] {
  const places = placesOf(tree);
  return tree.sections.flatMap((section) =>
    section.siteSpaces.flatMap((siteSpace) =>
      places.get(siteSpace.spaceId)?.siteSpace === siteSpace ? [{ section, siteSpace, rest: [] }] : [],
    ),
  );
}

/** The index of the sitemaps, one for each space: for sites with more pages than one can list. */
export function sitemapIndex(visit: Visit): string {
  const { origin, base } = visit;
  const entries = listedPlaces(visit).map(
    ({ siteSpace }) =>
      `<sitemap><loc>${escapeXml(`${origin}${base}~/sitemaps/${siteSpace.id}.xml`)}</loc></sitemap>`,
  );
  return `${XML}<sitemapindex xmlns="${SITEMAPS}">${entries.join('')}</sitemapindex>\n`;
}

/** The most entries that the format allows in one file. */
const MAX_ENTRIES = 50_000;

/** A language of a section: the site space that has it. */
export interface SitemapLanguage {
  language: string;
  siteSpace: TreeSiteSpace;
}

/** More languages of a section are not named: ISO 639 has 183 of two letters. */
const MAX_LANGUAGES = 100;

/**
 * The languages of a section that its sitemaps name, in order; none where its pages name all of them (decision 184).
 */
export function sitemapLanguages(visit: Visit, section: TreeSection): SitemapLanguage[] {
  const languages = languagesOf(section, siteLanguage(visit));
  if (languages.size <= MAX_COMPARED_VARIANTS) return [];
  const byLanguage = new Map<string, SitemapLanguage>();
  for (const siteSpace of section.siteSpaces) {
    const language = languages.get(siteSpace.id);
    if (language !== undefined && !byLanguage.has(language))
      byLanguage.set(language, { language, siteSpace });
  }
  return [...byLanguage.values()].slice(0, MAX_LANGUAGES);
}

/** So many copies in other languages are named in one file: about 10 MB; the format allows 50. */
const MAX_COPIES = 100_000;
/** The event loop has other work after so many. */
const COPIES_PER_TURN = 1000;

/** A space of a site with its pages, and the languages of its section, see {@link sitemapLanguages}. */
export interface ListedContent {
  place: Place;
  content: ReaderContent;
  languages: readonly SitemapLanguage[];
}

/** Whether one sitemap can list the pages of all spaces. Programs that read sitemaps often don't follow an index. */
export function fitsOneSitemap(listed: readonly ListedContent[]): boolean {
  return listed.reduce((sum, { content }) => sum + listedEntries(content).length, 0) <= MAX_ENTRIES;
}

const listedEntries = ({ order }: ReaderContent): ReaderEntry[] =>
  order.filter(({ isNoIndex }) => !isNoIndex);

/**
 * The pages of spaces that search engines may list.
 *
 * @param contents of the spaces in the languages of these, by space id
 */
export async function sitemap(
  visit: Visit,
  listed: readonly ListedContent[],
  contents: ReadonlyMap<string, ReaderContent>,
): Promise<string> {
  const entries: string[] = [];
  const count = { copies: 0 };
  for (const space of listed) {
    for (const entry of await writeEntries(visit, space, { contents, count })) entries.push(entry);
    await nextTurn();
  }
  const hasLanguages = listed.some(({ languages }) => languages.length > 0);
  const xhtml = hasLanguages ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : '';
  return `${XML}<urlset xmlns="${SITEMAPS}"${xhtml}>${entries.join('')}</urlset>\n`;
}

async function writeEntries(
  { origin, base }: Visit,
  { place, content, languages }: ListedContent,
  { contents, count }: { contents: ReadonlyMap<string, ReaderContent>; count: { copies: number } },
): Promise<string[]> {
  const spaceUrl = origin + siteSpaceUrl(base, place);
  const listedPages = listedEntries(content).slice(0, MAX_ENTRIES);
  const copiesOf = (entry: ReaderEntry): string[] =>
    languages.flatMap(({ language, siteSpace }) => {
      const otherContent = contents.get(siteSpace.spaceId);
      const copy = otherContent && findCopy(otherContent, content, entry);
      if (!otherContent || !copy || copy.isNoIndex) return [];
      const url = pageUrl(
        origin + siteSpaceUrl(base, { section: place.section, siteSpace }),
        otherContent,
        copy.page,
      );
      return `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(url)}"/>`;
    });
  const entries: string[] = [];
  for (const entry of listedPages) {
    const { page } = entry;
    const links = count.copies < MAX_COPIES ? copiesOf(entry) : [];
    const turn = Math.floor(count.copies / COPIES_PER_TURN);
    count.copies += links.length;
    if (Math.floor(count.copies / COPIES_PER_TURN) > turn) await nextTurn();
    const loc = escapeXml(pageUrl(spaceUrl, content, page));
    const linkList = links.length > 1 ? links.join('') : '';
    entries.push(`<url><loc>${loc}</loc><lastmod>${page.updatedAt.slice(0, 10)}</lastmod>${linkList}</url>`);
  }
  return entries;
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9';

// oxlint-disable-next-line no-control-regex -- XML has no such characters
const NOT_IN_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\p{Cs}\ufffe\uffff]/gu;

export function escapeXml(text: string): string {
  return text
    .replace(NOT_IN_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A list of the spaces of a site for programs, each with the list of its pages. */
export function llmsIndex(visit: Visit): string {
  const { origin, base, site } = visit;
  const lines = listedPlaces(visit).map((place) => {
    const { section, siteSpace } = place;
    const title =
      section.isNamed && section.title !== siteSpace.title
        ? `${section.title}: ${siteSpace.title}`
        : siteSpace.title;
    return `- [${markdownText(title)}](${origin}${base}~/llms/${siteSpace.id}.txt)`;
  });
  return `# ${markdownText(site.customization.title ?? site.title)}\n\n## Contents\n\n${lines.join('\n')}\n\n## Optional\n\n- [The texts of all pages](${origin}${base}llms-full.txt)\n`;
}

/** The pages of a space for programs, as links to their markdown. */
export function llmsPages(visit: Visit, place: Place, content: ReaderContent): string {
  const spaceUrl = visit.origin + siteSpaceUrl(visit.base, place);
  const lines = content.order.map(({ page, parents }) => {
    const description = page.description ? `: ${markdownText(page.description)}` : '';
    const url = markdownUrl(pageUrl(spaceUrl, content, page));
    return `${'  '.repeat(Math.min(parents.length, 6))}- [${markdownText(page.title)}](${url})${description}`;
  });
  return `# ${markdownText(place.siteSpace.title)}\n\n${lines.join('\n')}\n`;
}

/** The address of a page as markdown. */
export function markdownUrl(url: string): string {
  return url.endsWith('/') ? `${url}index.md` : `${url}.md`;
}

function markdownText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\[\]<>]/g, (sign) => `\\${sign}`);
}

/** URLs with ids in the markdown of a page, and whole ones: of links, definitions, blocks, HTML, and plain `<…>`. */
const STORED_URL =
  /(\]\(<?|^\[[^\]\n]+\]:\s*<?|\b(?:href|src|url)=["']?|<(?=https?:))(\/(?:pages|files|spaces|o)\/[^\s)>"']+|https?:\/\/[^\s)>"']+)/gim;

/** Addresses of spaces and of the console; others that lead nowhere stay as they are. */
const INTERNAL_URL = /^(\/spaces\/|\/o\/|https?:)/i;

/**
 * The markdown of a page with addresses that work outside of the server. Addresses of spaces that the visitor
 * doesn't see and of screens of the console become that of the page itself: they would disclose what exists.
 */
export function publicMarkdown(markdown: string, urlOf: (href: string) => string | undefined): string {
  return markdown.replace(STORED_URL, (all, start: string, href: string) => {
    const url = urlOf(href) ?? (INTERNAL_URL.test(href) ? '#' : undefined);
    return url === undefined ? all : start + url;
  });
}
