import type { FastifyReply, FastifyRequest } from 'fastify';
import { type FixedName, isFixedName } from '#server/sites/reserved-names.ts';
import { sendAnswer, type Serve } from '../answers/answers.ts';
import { sendNotFound } from '../search/not-found.ts';
import { SEARCH_COUNTS_AS } from '../search/site-search.ts';
import { loadContent, loadContents } from '../visit/load-contents.ts';
import type { ReaderContent } from '../visit/reader-content.ts';
import { findPlace, type Place } from '../visit/site-tree.ts';
import type { VisitContext } from '../visit/visit.ts';
import {
  fitsOneSitemap,
  isListed,
  listedPlaces,
  llmsIndex,
  llmsPages,
  robotsText,
  sitemap,
  sitemapIndex,
  sitemapLanguages,
} from './machine-files.ts';
import { fullText } from './page-markdown.ts';

const TEXT = 'text/plain; charset=utf-8';
const XML = 'application/xml; charset=utf-8';

/** The files at the root of a site that programs look for. `isOfListed`: only sites that search engines may list have it. */
const FIXED_FILES: Record<FixedName, { isOfListed: boolean; serve: Serve }> = {
  'robots.txt': { isOfListed: false, serve: serveText(robotsText) },
  'llms.txt': { isOfListed: true, serve: serveText(llmsIndex) },
  'sitemap.xml': { isOfListed: true, serve: serveSiteSitemap },
  'llms-full.txt': { isOfListed: false, serve: (...visitor) => serveFullText(...visitor, 1) },
};

/** The function that serves the file with a fixed name; undefined if the address has no such file. */
export function findFixedFile(visit: VisitContext): Serve | undefined {
  const [name = '', ...below] = visit.segments;
  if (!isFixedName(name) || below.length > 0) return undefined;
  const { isOfListed, serve } = FIXED_FILES[name];
  return isOfListed && !isListed(visit) ? undefined : serve;
}

function serveText(write: (visit: VisitContext) => string): Serve {
  return (request, reply, visit) =>
    sendAnswer(request, reply, visit, {
      type: TEXT,
      dependsOn: visit.segments,
      build: () => write(visit),
    });
}

/** A numbered part of the texts of all pages: `1.txt`. */
export function serveFullTextPart(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
  name: string,
): Promise<FastifyReply> {
  return serveFullText(request, reply, visit, Number(/^([1-9]\d{0,5})\.txt$/.exec(name)?.[1]));
}

/** Part of the texts of all pages, for programs. */
async function serveFullText(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
  part: number,
): Promise<FastifyReply> {
  reply.countAs(SEARCH_COUNTS_AS);
  const text = isListed(visit) && part > 0 ? await fullText(request, visit, part) : undefined;
  if (!text) return sendNotFound(request, reply, visit);
  return sendAnswer(request, reply, visit, { type: TEXT, ...text });
}

/** The space of a list of its pages, such as `{site space}.xml`; undefined where this visitor gets none. */
async function findListed(
  request: FastifyRequest,
  visit: VisitContext,
  name: string,
  suffix: string,
): Promise<{ place: Place; content: ReaderContent } | undefined> {
  const isNamed = name.endsWith(suffix) && isListed(visit);
  const place = isNamed ? findPlace(visit.tree, name.slice(0, -suffix.length)) : undefined;
  const content = place && (await loadContent(request, visit, place));
  return place && content && { place, content };
}

/** The pages of a space in the format of `llms.txt`. */
export async function serveLlmsPages(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
  name: string,
): Promise<FastifyReply> {
  const listing = await findListed(request, visit, name, '.txt');
  if (!listing) return sendNotFound(request, reply, visit);
  const { place, content } = listing;
  return sendAnswer(request, reply, visit, {
    type: TEXT,
    dependsOn: [name, content.key],
    build: () => llmsPages(visit, place, content),
  });
}

/** The sitemap of a space. */
export async function serveSitemap(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
  name: string,
): Promise<FastifyReply> {
  const listing = await findListed(request, visit, name, '.xml');
  if (!listing) return sendNotFound(request, reply, visit);
  const languages = sitemapLanguages(visit, listing.place.section);
  if (languages.length > 0) reply.countAs(SEARCH_COUNTS_AS);
  const spaceIds = languages.map(({ siteSpace }) => siteSpace.spaceId);
  const contents = await loadContents(request, visit, spaceIds);
  const revisions = [listing.content, ...contents.values()].map(({ key }) => key);
  return sendAnswer(request, reply, visit, {
    type: XML,
    dependsOn: [name, ...revisions],
    build: () => sitemap(visit, [{ ...listing, languages }], contents),
  });
}

/** The sitemap of a site, or an index where there are more pages than one can list. */
async function serveSiteSitemap(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
): Promise<FastifyReply> {
  reply.countAs(SEARCH_COUNTS_AS);
  const listing = listedPlaces(visit);
  const contents = await loadContents(
    request,
    visit,
    listing.map(({ siteSpace }) => siteSpace.spaceId),
  );
  const entries = listing.flatMap((place) => {
    const content = contents.get(place.siteSpace.spaceId);
    return content ? [{ place, content, languages: sitemapLanguages(visit, place.section) }] : [];
  });
  return sendAnswer(request, reply, visit, {
    type: XML,
    dependsOn: ['sitemap', ...entries.map(({ content }) => content.key)],
    build: () => (fitsOneSitemap(entries) ? sitemap(visit, entries, contents) : sitemapIndex(visit)),
  });
}
