import type { ReaderContent } from './reader-content.ts';
import { pageUrl } from './reader-content.ts';
import { placesOf } from './reader-links.ts';
import { siteSpaceUrl, type Place } from './site-tree.ts';
import type { Visit } from './visit.ts';

/** What crawlers and programs read beside the pages. Only public sites offer it; see `isListed`. */

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
  const listed = placesOf(tree);
  return tree.sections.flatMap((section) =>
    section.siteSpaces.flatMap((siteSpace) =>
      listed.get(siteSpace.spaceId)?.siteSpace === siteSpace ? [{ section, siteSpace, rest: [] }] : [],
    ),
  );
}

/** The index of the sitemaps: one for each space. */
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

/** The pages of a space that search engines may list. */
export function sitemap(visit: Visit, place: Place, content: ReaderContent): string {
  const spaceUrl = visit.origin + siteSpaceUrl(visit.base, place);
  const entries = content.order
    .filter(({ isNoIndex }) => !isNoIndex)
    .slice(0, MAX_ENTRIES)
    .map(({ page }) => {
      const loc = escapeXml(pageUrl(spaceUrl, content, page));
      return `<url><loc>${loc}</loc><lastmod>${page.updatedAt.slice(0, 10)}</lastmod></url>`;
    });
  return `${XML}<urlset xmlns="${SITEMAPS}">${entries.join('')}</urlset>\n`;
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9';

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
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

/** URLs with ids in the markdown of a page, as they are stored: of links, definitions, blocks and HTML. */
const STORED_URL =
  /(\]\(<?|^\[[^\]\n]+\]:\s*<?|\b(?:href|src|url)=["']?)(\/(?:pages|files|spaces)\/[^\s)>"']+)/gm;

/**
 * The markdown of a page with addresses that work outside of the server. Addresses of spaces that the visitor doesn't see
 * become that of the page itself: nobody learns from them that there are such spaces.
 */
export function publicMarkdown(markdown: string, urlOf: (href: string) => string | undefined): string {
  return markdown.replace(STORED_URL, (all, start: string, href: string) => {
    const url = urlOf(href) ?? (href.startsWith('/spaces/') ? '#' : undefined);
    return url === undefined ? all : start + url;
  });
}
