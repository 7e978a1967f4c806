import type { FastifyReply, FastifyRequest } from 'fastify';
import { drawingOf } from '#api/icons.ts';
import { badValue, notFound } from '#server/base/errors.ts';
import { isKnown } from '#server/base/etag.ts';
import { bytesIdOf } from '#server/content/pages/storage.ts';
import { fileHeaders, pictureHeaders } from '#server/files/file-routes.ts';
import { chooseEncoding } from '#server/plugins/compression.ts';
import { findPicture } from '#server/sites/customization.queries.ts';
import { picturesOf } from '#server/sites/customization.ts';
import { cacheControl, redirect, sendAnswer } from './answers/answers.ts';
import type { ReaderAsset } from './answers/reader-assets.ts';
import {
  fitsOneSitemap,
  isListed,
  listedPlaces,
  llmsPages,
  sitemap,
  sitemapIndex,
  sitemapLanguages,
} from './files/machine-files.ts';
import { fullText } from './files/page-markdown.ts';
import { renderWholeTree } from './layout/layout-navigation.ts';
import { renderReaderPage } from './layout/layout.ts';
import { lookCss } from './layout/look.ts';
import type { ReaderFoundLinks, ReaderSearchResults } from './layout/reader-view.ts';
import { sendNotFound } from './pages/page-answers.ts';
import { PAGE_PREVIEW, servePagePreview } from './pages/page-preview.ts';
import {
  loadContent,
  loadContents,
  MAX_QUERY_LENGTH,
  SEARCH_COUNTS_AS,
  searchSite,
} from './search/site-search.ts';
import { loadFrameParts } from './view/frame-parts.ts';
import { copyUrl, findCopy, languageOf, treeItems, type VisitContext } from './view/navigation-view.ts';
import { plainView } from './view/page-view.ts';
import { findPreviewChanges } from './view/preview-changes.ts';
import { pageUrl, type ReaderContent } from './visit/reader-content.ts';
import { findPlace, type Place, siteSpaceUrl } from './visit/site-tree.ts';

const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const XML = 'application/xml; charset=utf-8';

/** Answers below `~`: what pages of a site need beside themselves. */
export async function serveInternal(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
): Promise<FastifyReply> {
  const [, kind, first = '', second = '', third = ''] = visit.segments;
  switch (kind) {
    case 'search':
      return serveSearch(request, reply, visit);
    case 'assets':
      return serveAsset(request, reply, visit, first);
    case 'pictures':
      return servePicture(request, reply, visit, first);
    case 'files':
      return serveFile(request, reply, visit, first, second);
    case 'pages':
      return servePageById(request, reply, visit, first, second);
    case 'variants':
      return serveCopy(request, reply, visit, [first, second, third]);
    case PAGE_PREVIEW:
      return servePagePreview(request, reply, visit);
    case 'tree':
      return serveTree(request, reply, visit, first);
    case 'full-text':
      return serveFullText(request, reply, visit, Number(/^([1-9]\d{0,5})\.txt$/.exec(first)?.[1]));
    case 'sitemaps':
      return serveSitemap(request, reply, visit, first);
    case 'llms':
      return serveLlmsPages(request, reply, visit, first);
    default:
      return sendNotFound(request, reply, visit);
  }
}

const YEAR_SECONDS = 31_536_000;

function serveAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
  name: string,
): FastifyReply | Promise<FastifyReply> {
  const asset = request.server.readerAssets.find(name, lookCss(visit.site.customization));
  return asset ? sendAsset(request, reply, asset) : sendNotFound(request, reply, visit);
}

/** Its name changes with its content. */
export function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: ReaderAsset): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding) reply.header('content-encoding', encoding);
  return reply
    .headers({ 'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`, vary: 'Accept-Encoding' })
    .type(asset.type)
    .send(encoding === 'br' ? asset.brotli : encoding === 'gzip' ? asset.gzip : asset.body);
}

async function serveSearch(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
): Promise<FastifyReply> {
  const query = (visit.query.get('q') ?? '').trim();
  if ([...query].length > MAX_QUERY_LENGTH) {
    throw badValue('query.q', `must have at most ${MAX_QUERY_LENGTH} characters`);
  }
  reply.countAs(SEARCH_COUNTS_AS);
  const results = await searchSite(request, visit, query);
  reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  if (request.headers.accept?.includes('application/json') === true) return reply.send(withDrawings(results));
  const frame = await loadFrameParts(request, visit, {});
  const view = plainView(visit, { kind: 'search', search: results }, frame);
  return reply.type(HTML).send(renderReaderPage(view));
}

/** The script of the reader draws icons without knowing their names. */
function withDrawings({ results, ...others }: ReaderSearchResults): ReaderFoundLinks {
  const drawn = results.map(({ icon = '', ...result }) => {
    const drawing = drawingOf(icon);
    return { ...result, ...(drawing !== undefined && { drawing }) };
  });
  return { ...others, results: drawn };
}

/** Finds a page by its id, at its current address: links between spaces use it. */
async function servePageById(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
  siteSpaceId: string,
  pageId: string,
): Promise<FastifyReply> {
  const place = findPlace(visit.tree, siteSpaceId);
  const content = place && (await loadContent(request, visit, place));
  const entry = content?.byId.get(pageId);
  if (!place || !content || !entry) return sendNotFound(request, reply, visit);
  return redirect(reply, visit, pageUrl(siteSpaceUrl(visit.base, place), content, entry.page), false);
}

/** A page in another variant of its section: pages of sections with many variants do not know where it is in each. */
async function serveCopy(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
  [toId, fromId, pageId]: [string, string, string],
): Promise<FastifyReply> {
  const to = findPlace(visit.tree, toId);
  const from = findPlace(visit.tree, fromId);
  if (!to || from?.section.id !== to.section.id) return sendNotFound(request, reply, visit);
  const contents = await loadContents(request, visit, [from.siteSpace.spaceId, to.siteSpace.spaceId]);
  const source = contents.get(from.siteSpace.spaceId);
  const target = contents.get(to.siteSpace.spaceId);
  if (!target) return sendNotFound(request, reply, visit);
  const entry = source?.byId.get(pageId);
  const copy = source && entry ? findCopy(target, source, entry) : undefined;
  return redirect(reply, visit, copyUrl(siteSpaceUrl(visit.base, to), target, copy), false);
}

/** The whole page tree of a space, as HTML: pages of large spaces have only the open branches of it. */
async function serveTree(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
  siteSpaceId: string,
): Promise<FastifyReply> {
  const place = findPlace(visit.tree, siteSpaceId);
  const content = place && (await loadContent(request, visit, place));
  if (!place || !content) return sendNotFound(request, reply, visit);
  const changes = await findPreviewChanges(request, visit, place);
  reply.header('x-robots-tag', 'noindex');
  return sendAnswer(request, reply, visit, {
    type: HTML,
    dependsOn: ['tree', siteSpaceId, content.revisionId],
    frame: { member: undefined, changes },
    build: () => renderWholeTree(treeItems(visit, { place, content }, changes), languageOf(visit, place)),
  });
}

/** Part of the texts of all pages, for programs. */
export async function serveFullText(
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

async function serveLlmsPages(
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
    dependsOn: [name, content.revisionId],
    build: () => llmsPages(visit, place, content),
  });
}

async function serveSitemap(
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
  const revisions = [listing.content, ...contents.values()].map(({ revisionId }) => revisionId);
  return sendAnswer(request, reply, visit, {
    type: XML,
    dependsOn: [name, ...revisions],
    build: () => sitemap(visit, [{ ...listing, languages }], contents),
  });
}

/** The sitemap of a site, or an index where there are more pages than one can list. */
export async function serveSiteSitemap(
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
    dependsOn: ['sitemap', ...entries.map(({ content }) => content.revisionId)],
    build: () => (fitsOneSitemap(entries) ? sitemap(visit, entries, contents) : sitemapIndex(visit)),
  });
}

const DAY_SECONDS = 86_400;

/** A picture that the site shows now; the id is a digest of its bytes. */
async function servePicture(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
  id: string,
): Promise<FastifyReply> {
  const isShown = picturesOf(visit.site.customization).some((picture) => picture.id === id);
  if (!isShown) return sendNotFound(request, reply, visit);
  const isOpen = cacheControl(visit).startsWith('public');
  reply.headers({
    'cache-control': `${isOpen ? 'public' : 'private'}, max-age=${YEAR_SECONDS}, immutable`,
    etag: `"${id}"`,
  });
  if (isKnown(request, reply)) return reply.code(304).send();
  const picture = await findPicture(request.db, visit.site.id, id);
  if (!picture) return sendNotFound(request, reply, visit);
  return reply.headers(pictureHeaders(picture.content_type)).send(Buffer.from(picture.data));
}

/**
 * A file of a space on the site, in the current revision. The bytes at an address with their version, and of
 * files that were never replaced, don't change.
 */
async function serveFile(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
  spaceId: string,
  fileId: string,
): Promise<FastifyReply> {
  const isOnSite = visit.tree.sections.some(({ siteSpaces }) =>
    siteSpaces.some((siteSpace) => siteSpace.spaceId === spaceId),
  );
  const contents = isOnSite ? await loadContents(request, visit, [spaceId]) : undefined;
  const readableFile = contents?.get(spaceId)?.files.get(fileId);
  if (!readableFile) return sendNotFound(request, reply, visit);
  const isOpen = cacheControl(visit).startsWith('public');
  const bytesId = bytesIdOf(readableFile);
  const isLasting = readableFile.data === undefined || visit.query.get('v') === readableFile.data;
  reply.headers({
    'cache-control': `${isOpen ? 'public' : 'private'}, ${isLasting ? `max-age=${DAY_SECONDS}, immutable` : 'no-cache'}`,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    etag: `"${bytesId}"`,
  });
  if (request.headers['if-none-match'] === `"${bytesId}"`) return reply.code(304).send();
  const file = await request.db
    .selectFrom('files')
    .select(['content_type', 'data'])
    .where('id', '=', bytesId)
    .where('space_id', '=', spaceId)
    .executeTakeFirst();
  if (!file) throw notFound('file');
  return reply
    .headers(fileHeaders({ ...file, name: readableFile.name }, { showsDrawings: true }))
    .send(Buffer.from(file.data));
}
