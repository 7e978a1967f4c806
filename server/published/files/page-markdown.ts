import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { findTargets } from '#api/source-links.ts';
import { toPlainMarkdown, type UsesAsMarkdown } from '#server/content/documents/plain-markdown.ts';
import { pickReferenceLabels, type ReferenceLabels } from '#server/content/reference/reference-labels.ts';
import { sourcePathsOf, withIdAddresses } from '#server/content/source/content-paths.ts';
import { splitTitleHeading } from '#server/content/source/title-heading.ts';
import { showsDefinitions, specOf } from '#server/content/specifications/reference-pages.ts';
import type { AddressOfFile } from '#server/content/stored/connected-pages.ts';
import { findSpecVersionsOf } from '#server/content/stored/references/linked-specifications.ts';
import { loadSpecDocuments } from '#server/content/stored/references/spec-page.ts';
import { loadUses } from '#server/content/stored/references/used-specifications.ts';
import { getRenderedPage } from '#server/content/stored/rendered-page.ts';
import { loadIncluded, loadText } from '#server/content/stored/revisions.ts';
import { findIncludes } from '#server/content/visitor-text/include-tags.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { Answer } from '../answers/answers.ts';
import { messagesFor } from '../messages/messages.ts';
import { languageOf, type PlacedPage } from '../view/navigation-view.ts';
import { linkUrl } from '../view/reader-links.ts';
import { findShownNeighbors, withNeighbors } from '../visit/connected-content.ts';
import { loadContents } from '../visit/load-contents.ts';
import { pageUrl } from '../visit/reader-content.ts';
import { siteSpaceUrl } from '../visit/site-tree.ts';
import type { VisitContext } from '../visit/visit.ts';
import { listedPlaces, markdownUrl, publicMarkdown } from './machine-files.ts';

/** The content that computed pages show beside their text. */
export interface ComputedPart {
  organizationId: string;
  /** Of the page's API specification; undefined where it has none. */
  version: string | undefined;
  labels: ReferenceLabels;
  /** Given where neighbors are still to be found that the text leads to. */
  visit?: VisitContext;
}

/** The text of a page, and what its blocks show of API specifications. */
interface PageSourceText {
  markdown: string;
  uses: UsesAsMarkdown;
}

/**
 * The markdown of a page as visitors get it, with what it includes; that of a computed page with what its specification
 * says. Addresses of files have ids.
 */
export async function loadSource(
  db: Kysely<Database>,
  { content, entry: { page } }: Pick<PlacedPage, 'content' | 'entry'>,
  { organizationId, version, labels, visit }: ComputedPart,
): Promise<PageSourceText> {
  const markdown = await loadText(db, page);
  const addresses = visit ? upwardAddresses(markdown, page) : [];
  const neighbors = visit ? await findShownNeighbors({ db }, visit, content, addresses) : [];
  const paths = sourcePathsOf(withNeighbors(content, neighbors).stored);
  const file = page.git && { paths, path: page.git.path };
  const hasIncludes = findIncludes(markdown, 1).length > 0;
  const included = hasIncludes
    ? { ...(await loadIncluded(db, [{ markdown, file: page.git }], content.reusableContents)), paths }
    : undefined;
  const specification = version === undefined ? undefined : await loadSpecDocuments(db, version);
  const withDefinitions = showsDefinitions(page);
  const { id, reference } = page;
  const source = {
    markdown,
    specification,
    labels,
    withDefinitions,
    isForVisitors: true,
    page: { id, ...(reference && { reference }) },
    // Only what is included needs the files of the book, which may be many.
    ...(included && { included, source: file }),
  };
  const { text } = await getRenderedPage({ ...source, format: 'markdown' }, organizationId);
  const written = 'markdown' in text ? text.markdown : '';
  const pages = content.entries.map((entry) => entry.page);
  const uses = await loadUses(db, [written], { organizationId, pages, labels });
  return { markdown: included ? written : withIdAddresses(written, file), uses };
}

/** The addresses in the text of a page that may lead out of its book. */
function upwardAddresses(markdown: string, { git }: PlacedPage['entry']['page']): AddressOfFile[] {
  if (!git || !markdown.includes('..')) return [];
  return findTargets(markdown).map(({ target }) => ({ from: git.path, href: target }));
}

/** A page as Markdown with its title, and addresses that work outside of the server. */
export function pageMarkdown(
  visit: VisitContext,
  { place, content, entry }: PlacedPage,
  source: PageSourceText,
): string {
  const { page } = entry;
  const spaceUrl = siteSpaceUrl(visit.base, place);
  const { title, markdown } = splitTitleHeading(page, source.markdown);
  const text = publicMarkdown(toPlainMarkdown(markdown, source.uses), (href) => {
    const url = linkUrl({ visit, spaceUrl, content, page }, href);
    if (url === undefined || !url.startsWith('/')) return url;
    const isPage = href.startsWith('/pages/');
    const [path = '', ...anchor] = url.split('#');
    const whole = visit.origin + (isPage ? markdownUrl(path) : path);
    return anchor.length === 0 ? whole : `${whole}#${anchor.join('#')}`;
  });
  const description =
    page.description === undefined || page.description === '' ? '' : `${page.description}\n\n`;
  return `# ${title}\n\n${description}${text}`;
}

/** The texts of so many pages are one part. */
const PAGES_OF_PART = 100;

/** The texts of all pages that navigation shows, in its order, in parts of 100 pages. Undefined after the last part. */
export async function fullText(
  { db }: Pick<FastifyRequest, 'db'>,
  visit: VisitContext,
  part: number,
): Promise<Pick<Answer, 'dependsOn' | 'build'> | undefined> {
  const places = listedPlaces(visit);
  const contents = await loadContents(
    { db },
    visit,
    places.map(({ siteSpace }) => siteSpace.spaceId),
  );
  const pages = places.flatMap((place): PlacedPage[] => {
    const content = contents.get(place.siteSpace.spaceId);
    return content ? content.order.map((entry) => ({ place, content, entry })) : [];
  });
  const start = (part - 1) * PAGES_OF_PART;
  const pagesOfPart = pages.slice(start, start + PAGES_OF_PART);
  if (pagesOfPart.length === 0 && part > 1) return undefined;
  const { organizationId } = visit.site;
  const next = `${visit.origin}${visit.base}~/full-text/${part + 1}.txt`;
  const build = async () => {
    const texts: string[] = [];
    for (const placed of pagesOfPart) {
      const { page } = placed.entry;
      const version = placed.content.specVersions.get(specOf(page) ?? '');
      const labels = pickReferenceLabels(messagesFor(languageOf(visit, placed.place)));
      const source = await loadSource(db, placed, { organizationId, version, labels, visit });
      const url = pageUrl(siteSpaceUrl(visit.base, placed.place), placed.content, page);
      texts.push(`Source: ${visit.origin}${url}\n\n${pageMarkdown(visit, placed, source).trim()}\n`);
    }
    const hasMore = start + pagesOfPart.length < pages.length;
    return [...texts, ...(hasMore ? [`The text goes on in ${next}\n`] : [])].join('\n---\n\n');
  };
  const revisions = [...contents].map(([spaceId, { key }]) => [spaceId, key]);
  const specVersions = await findSpecVersionsOf(db, [...contents.keys()]);
  return { dependsOn: ['full text', part, revisions, specVersions], build };
}
