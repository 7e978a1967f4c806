import type { FastifyRequest } from 'fastify';
import { Limiter } from '#server/base/limiter.ts';
import {
  matchAnyWord,
  matchesQuery,
  parseSearchQuery,
  requireWholeRuns,
  type SearchQuery,
} from '#server/content/search/search-query.ts';
import { languageOfPath } from '#server/content/search/site-languages.ts';
import { findMatches, findSections, snippetOf } from '#server/content/search/snippet.ts';
import { defaultStemLanguages, type StemLanguage, toStemLanguages } from '#server/content/search/stems.ts';
import { tokenize } from '#server/content/search/tokenize.ts';
import { correctQuery } from '#server/content/stored/correct-query.ts';
import { loadConditionalSections, loadSections } from '#server/content/stored/parsed-texts.ts';
import type { Connection } from '#server/database/engine/connect.ts';
import type { DocumentSection } from '#server/database/tables/stored-texts.ts';
import { INTERNAL } from '#server/sites/reserved-names.ts';
import type { ReaderLink, ReaderSearchResults } from '../layout/reader-view.ts';
import { siteLanguage } from '../view/navigation-view.ts';
import { linkToPage, markOf, placesOf } from '../view/reader-links.ts';
import { loadContent, loadContents } from '../visit/load-contents.ts';
import { isListed, pageUrl, type ReaderContent, type ReaderEntry } from '../visit/reader-content.ts';
import { type Place, siteSpaceUrl } from '../visit/site-tree.ts';
import type { Visit } from '../visit/visit.ts';
import { nearestPages } from './nearest-pages.ts';
import { findCandidates, findOperationCandidates } from './site-search.queries.ts';

/** In characters. */
export const MAX_QUERY_LENGTH = 200;

/** A search costs as much as so many pages. */
export const SEARCH_COUNTS_AS = 5;

const MAX_RESULTS = 20;
/** More than are shown: pages that navigation hides are left out afterwards. */
const MAX_CANDIDATES = 60;
/** Of API specifications: they leave room for pages. */
const MAX_OPERATIONS = 10;

/**
 * In words, bigrams of scripts without spaces included; the others are ignored. Each costs the database about as much as
 * a search with it alone.
 */
const MAX_TERMS = 20;
const MAX_SUGGESTION_TERMS = 8;

declare module 'fastify' {
  interface FastifyInstance {
    /** Searches of visitors, in lines of their own. */
    siteSearches: Limiter;
  }
}

/**
 * Searches of a site never keep the members of its organization waiting, and leave most of the database's
 * connections to others (decision 143). The embedded engine has one: of two searches at a time, none would
 * end earlier, and a page's reader would wait for a statement of each.
 */
export function createSiteSearches(engine: Connection['engine']): Limiter {
  const running =
    engine === 'pglite' ? { maxRunning: 1, maxRunningPerKey: 1 } : { maxRunning: 4, maxRunningPerKey: 2 };
  return new Limiter({ ...running, maxWaiting: 200, maxWaitingPerKey: 50, timeoutMs: 10_000 });
}

type SearchRequest = Pick<FastifyRequest, 'db' | 'gone' | 'server'>;

interface FoundPage {
  place: Place;
  content: ReaderContent;
  entry: ReaderEntry;
  /** Whether the words are in its titles and headings. */
  isByHeads: boolean;
  /** Whether it comes before those that match less. */
  isPreferred: boolean;
  /** The sections of its text that visitors get, if members get more. */
  visitorSections?: DocumentSection[] | undefined;
}

/** An operation of an API specification that a page shows. */
interface FoundOperation extends Pick<FoundPage, 'place' | 'content' | 'entry'> {
  operation: { anchor: string; title: string; body: string };
}

/** Pages that contain all words of a text, titles first; only those that the visitor can find by themselves. */
export function searchSite(request: SearchRequest, visit: Visit, text: string): Promise<ReaderSearchResults> {
  const typed = parseSearchQuery(text, languagesIn(visit), MAX_TERMS);
  if (!typed) return Promise.resolve({ query: text, results: [], hasMore: false });
  const search = async () => {
    const { query, allResults } = await findResults(request, visit, typed);
    const visibleResults = allResults.slice(0, MAX_RESULTS);
    const sections = await loadVisitorSections(request, visit, visibleResults);
    const results = visibleResults.map((page) => {
      const ownSections = sections.get(page.entry.page.documentId ?? '') ?? [];
      return 'operation' in page
        ? operationResult(visit, page, query, ownSections)
        : toResult(visit, page, query, ownSections);
    });
    return { query: text, results, hasMore: allResults.length > visibleResults.length };
  };
  return request.server.siteSearches.run(visit.site.organizationId, search, { signal: request.gone });
}

/** Pages and operations; where there are none, those with words in which one letter is different. */
async function findResults(
  request: SearchRequest,
  visit: Visit,
  typed: SearchQuery,
): Promise<{ query: SearchQuery; allResults: (FoundPage | FoundOperation)[] }> {
  const results = await findExact(request, visit, typed);
  // Judged by what the visitor sees, so that hidden pages make no difference.
  const corrected = results.length === 0 ? await correctQuery(request.db, typed) : undefined;
  return corrected
    ? { query: corrected, allResults: await findExact(request, visit, corrected) }
    : { query: typed, allResults: results };
}

async function findExact(
  request: SearchRequest,
  visit: Visit,
  query: SearchQuery,
): Promise<(FoundPage | FoundOperation)[]> {
  const pages = await findPages(request, visit, query);
  const operations = await findOperations(request, visit, query);
  const bestPages = pages.filter(({ isByHeads, isPreferred }) => isByHeads && isPreferred);
  const others = pages.filter((page) => !bestPages.includes(page));
  return [
    ...bestPages,
    ...operations,
    ...others.filter(({ isPreferred }) => isPreferred),
    ...others.filter(({ isPreferred }) => !isPreferred),
  ];
}

const scopeOf = ({ site, tree }: Visit) => ({
  organizationId: site.organizationId,
  spaceIds: [...placesOf(tree).keys()],
});

/** The languages in which the spaces of a site may be indexed. */
function languagesIn(visit: Visit): StemLanguage[] {
  const paths = visit.tree.sections.flatMap(({ siteSpaces }) => siteSpaces.map(({ path }) => path));
  const tags = [...new Set(paths)].flatMap((path) => languageOfPath(path) ?? []);
  // A space in one language has English words as well, and specifications are indexed without languages.
  return [...new Set([...toStemLanguages([siteLanguage(visit), ...tags]), ...defaultStemLanguages])];
}

/**
 * Pages that an address may mean that leads nowhere: those of the space at `place` whose names are nearly the same, the
 * nearest first, then those of the site whose titles or texts have words of it.
 */
export async function suggestPages(
  request: SearchRequest,
  visit: Visit,
  place: Place | undefined,
  limit: number,
): Promise<ReaderLink[]> {
  if (visit.segments[0] === INTERNAL) return [];
  const words = visit.segments.at(-1)?.slice(0, MAX_QUERY_LENGTH).replaceAll('-', ' ') ?? '';
  const content = place && (await loadContent(request, visit, place));
  const near = content ? nearestPages(content, words).map((entry) => ({ place, content, entry })) : [];
  const anyWordPages = near.length < limit ? await findAnyWord(request, visit, words) : [];
  const links = [...near, ...anyWordPages].map((page): [string, ReaderLink] => {
    const url = pageUrl(siteSpaceUrl(visit.base, page.place), page.content, page.entry.page);
    return [url, linkToPage(siteSpaceUrl(visit.base, page.place), page.content, page.entry.page)];
  });
  return [...new Map(links).values()].slice(0, limit);
}

/** Pages of the site that have any of some words. */
async function findAnyWord(request: SearchRequest, visit: Visit, words: string): Promise<FoundPage[]> {
  const query = parseSearchQuery(words, languagesIn(visit), MAX_SUGGESTION_TERMS);
  if (!query) return [];
  const anyWord = matchAnyWord(query);
  const search = () => findPages(request, visit, anyWord);
  return request.server.siteSearches.run(visit.site.organizationId, search, { signal: request.gone });
}

async function findPages(
  request: Pick<FastifyRequest, 'db'>,
  visit: Visit,
  query: SearchQuery,
): Promise<FoundPage[]> {
  const rows = await findCandidates(request.db, scopeOf(visit).spaceIds, query, MAX_CANDIDATES);
  return keepVisible(request, visit, await placeRows(request, visit, rows), query);
}

/** Pages that have the words in what visitors get of them: the index has all that members may find. */
async function keepVisible(
  request: Pick<FastifyRequest, 'db'>,
  { site }: Visit,
  pages: readonly FoundPage[],
  query: SearchQuery,
): Promise<FoundPage[]> {
  const documents = pages.flatMap(({ entry }) => entry.page.documentId ?? []);
  const conditional = await loadConditionalSections(request.db, documents, site.organizationId);
  const others = pages.filter(
    ({ entry }) => entry.isConditional && !conditional.has(entry.page.documentId ?? ''),
  );
  const sections = await loadSections(
    request.db,
    others.flatMap(({ entry }) => entry.page.documentId ?? []),
  );
  return pages.flatMap((page) => {
    const { isConditional, page: shown } = page.entry;
    const ownSections = conditional.get(shown.documentId ?? '');
    if (!isConditional && !ownSections) return [page];
    const read = ownSections ?? sections.get(shown.documentId ?? '') ?? [];
    const heads = [shown.title, ...read.map(({ title }) => title)];
    const texts = [...heads, shown.description ?? '', ...read.map(({ body }) => body)];
    const isByHeads = hasMatch(heads, query);
    if (!isByHeads && !hasMatch(texts, query)) return [];
    const isPreferred = query.preferred === undefined || hasMatch(texts, requireWholeRuns(query));
    return [{ ...page, visitorSections: ownSections, isByHeads, isPreferred }];
  });
}

/** Whether texts together match a query. */
function hasMatch(texts: readonly string[], query: SearchQuery): boolean {
  const indexedWords = function* () {
    for (const text of texts) yield* tokenize(text, query.languages);
  };
  return matchesQuery(query, indexedWords());
}

/** The sections of pages as visitors get them, by document id. */
async function loadVisitorSections(
  { db }: Pick<FastifyRequest, 'db'>,
  { site }: Visit,
  found: readonly (FoundPage | FoundOperation)[],
): Promise<Map<string, DocumentSection[]>> {
  const idOf = ({ entry }: FoundPage | FoundOperation) => entry.page.documentId ?? '';
  const visitorPages = found.flatMap((page) =>
    'visitorSections' in page && page.visitorSections ? [[idOf(page), page.visitorSections] as const] : [],
  );
  const sections = await loadSections(db, found.map(idOf).filter(Boolean));
  // Of pages that were found by their own words it is known already.
  const ofOperations = found.filter((page) => 'operation' in page).map(idOf);
  const conditional = await loadConditionalSections(db, ofOperations.filter(Boolean), site.organizationId);
  return new Map([...sections, ...conditional, ...visitorPages]);
}

/** Operations of the API specifications that pages show, on each of these pages. */
async function findOperations(
  request: Pick<FastifyRequest, 'db'>,
  visit: Visit,
  query: SearchQuery,
): Promise<FoundOperation[]> {
  const rows = await findOperationCandidates(request.db, scopeOf(visit), query, MAX_OPERATIONS);
  return placeRows(
    request,
    visit,
    rows.map(({ space_id, page_id, ...operation }) => ({ space_id, page_id, operation })),
  );
}

/** Rows with the pages that they are about; without those that navigation hides. */
async function placeRows<Row extends { space_id: string; page_id: string }>(
  request: Pick<FastifyRequest, 'db'>,
  visit: Visit,
  rows: readonly Row[],
): Promise<
  (Omit<Row, 'space_id' | 'page_id'> & { place: Place; content: ReaderContent; entry: ReaderEntry })[]
> {
  const places = placesOf(visit.tree);
  const contents = await loadContents(request, visit, [...new Set(rows.map((row) => row.space_id))]);
  return rows.flatMap(({ space_id: spaceId, page_id: pageId, ...row }) => {
    const place = places.get(spaceId);
    const content = contents.get(spaceId);
    const entry = content?.byId.get(pageId);
    return place && content && entry && isListed(entry) ? [{ ...row, place, content, entry }] : [];
  });
}

function toResult(
  visit: Visit,
  { place, content, entry }: FoundPage,
  query: SearchQuery,
  sections: readonly DocumentSection[],
): ReaderSearchResults['results'][number] {
  const [best] = findSections(sections, query);
  const url = pageUrl(siteSpaceUrl(visit.base, place), content, entry.page);
  const anchor = best?.section.anchor;
  return {
    title: entry.page.title,
    ...markOf(entry.page),
    url: anchor === undefined ? url : `${url}#${encodeURIComponent(anchor)}`,
    path: [
      ...pathTo(place, entry),
      ...(anchor === undefined || best === undefined ? [] : [best.section.title]),
    ],
    excerpt: markMatches(best?.snippet ?? entry.page.description ?? '', query),
  };
}

/** `sections`: of what people wrote on the page, whose headings have their anchors first. */
function operationResult(
  visit: Visit,
  { place, content, entry, operation }: FoundOperation,
  query: SearchQuery,
  sections: readonly DocumentSection[],
): ReaderSearchResults['results'][number] {
  const divided = content.operations.get(entry.page.id)?.get(operation.anchor);
  const shown = divided ?? entry;
  const url = pageUrl(siteSpaceUrl(visit.base, place), content, shown.page);
  const isTaken = !divided && sections.some(({ anchor }) => anchor === operation.anchor);
  return {
    title: operation.title,
    url: isTaken ? url : `${url}#${encodeURIComponent(operation.anchor)}`,
    path: [...pathTo(place, shown), shown.page.title],
    excerpt: markMatches(snippetOf(operation.body, query), query),
  };
}

/** Section, variant and the pages above a page. */
function pathTo({ section, siteSpace }: Place, { parents }: ReaderEntry): string[] {
  return [
    ...(section.isNamed ? [section.title] : []),
    ...(section.siteSpaces.length > 1 ? [siteSpace.title] : []),
    ...parents.map(({ title }) => title),
  ];
}

/** A text cut into parts, with the words that a query matches marked. */
export function markMatches(
  text: string,
  query: SearchQuery,
): ReaderSearchResults['results'][number]['excerpt'] {
  const parts: { text: string; isMatch: boolean }[] = [];
  let end = 0;
  for (const { written, index } of findMatches(text, query, query.languages)) {
    if (index > end) parts.push({ text: text.slice(end, index), isMatch: false });
    end = index + written.length;
    parts.push({ text: text.slice(index, end), isMatch: true });
  }
  return end < text.length ? [...parts, { text: text.slice(end), isMatch: false }] : parts;
}
