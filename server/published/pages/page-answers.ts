import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredPage } from '#server/content/pages/storage.ts';
import { pickReferenceLabels } from '#server/content/reference/reference-labels.ts';
import { loadSpecVersions, showsDefinitions, specOf } from '#server/content/stored/spec-page.ts';
import { loadTextHtml } from '#server/content/stored/stored-html.ts';
import { getReference } from '#server/content/stored/stored-reference.ts';
import type { TextHtml } from '#server/database/tables/stored-texts.ts';
import { sendAnswer } from '../answers/answers.ts';
import { loadSource, pageMarkdown } from '../files/page-markdown.ts';
import { renderReaderPage } from '../layout/layout.ts';
import type { ReaderMain } from '../layout/reader-view.ts';
import { messagesFor } from '../messages/messages.ts';
import { loadContents, SEARCH_COUNTS_AS, suggestPages } from '../search/site-search.ts';
import { loadFrameParts } from '../view/frame-parts.ts';
import {
  copiesOf,
  languageOf,
  type PlacedPage,
  UNAVAILABLE,
  type VisitContext,
} from '../view/navigation-view.ts';
import { isIndexed, pageView, plainView } from '../view/page-view.ts';
import { linkUrl } from '../view/reader-links.ts';
import {
  firstPage,
  firstReadable,
  isReadable,
  pageUrl,
  type ReaderContent,
} from '../visit/reader-content.ts';
import { firstPlace, type Place, resolvePlace, siteSpaceUrl } from '../visit/site-tree.ts';
import { comparedSpaces } from '../visit/visit.ts';
import { referenceTexts, renderReference } from './reference-page.ts';

/** The content at an address below a site. */
export type Found =
  | { kind: 'page'; placed: PlacedPage; contents: ReadonlyMap<string, ReaderContent>; isMarkdown: boolean }
  /** `isPermanent`: the address is another name of the target. */
  | { kind: 'redirect'; url: string; isPermanent: boolean }
  | { kind: 'nothing'; place: Place | undefined };

const MARKDOWN_SUFFIX = '.md';

/** Finds the page of an address, after conditions. */
export async function findPage(request: FastifyRequest, visit: VisitContext): Promise<Found> {
  const place = resolvePlace(visit.tree, visit.segments);
  if (!place) return findDefault(visit);
  const contents = await loadContents(request, visit, [
    ...new Set([place.siteSpace.spaceId, ...comparedSpaces(place.section)]),
  ]);
  const content = contents.get(place.siteSpace.spaceId);
  if (!content) return { kind: 'nothing', place };
  const match = findEntry(content, place.rest);
  if (!match) return { kind: 'nothing', place };
  const { entry, isMarkdown } = match;
  const spaceUrl = siteSpaceUrl(visit.base, place);
  if (entry.page.type === 'link') {
    const scope = { visit, spaceUrl, content, page: entry.page };
    const url = linkUrl(scope, entry.page.href ?? '');
    return url === undefined ? { kind: 'nothing', place } : { kind: 'redirect', url, isPermanent: false };
  }
  if (!isReadable(entry.page)) {
    const target = firstReadable(content, entry.page);
    if (!target) return { kind: 'nothing', place };
    return { kind: 'redirect', url: pageUrl(spaceUrl, content, target.page), isPermanent: false };
  }
  const url = pageUrl(spaceUrl, content, entry.page);
  const isFirst = url === spaceUrl;
  if (isFirst && place.rest.length > 0 && !isMarkdown) return { kind: 'redirect', url, isPermanent: true };
  return { kind: 'page', placed: { place, content, entry }, contents, isMarkdown };
}

function findEntry(content: ReaderContent, rest: readonly string[]) {
  const path = rest.join('/');
  const entry = path === '' ? firstPage(content) : content.byPath.get(path);
  if (entry) return { entry, isMarkdown: false };
  if (!path.endsWith(MARKDOWN_SUFFIX)) return undefined;
  const page = path.slice(0, -MARKDOWN_SUFFIX.length);
  const source = page === 'index' ? firstPage(content) : content.byPath.get(page);
  return source && isReadable(source.page) ? { entry: source, isMarkdown: true } : undefined;
}

/** Where a default is hidden or there is none, its address leads to the first item that the visitor sees. */
function findDefault({ tree, base, segments }: VisitContext): Found {
  const section = tree.sections.find(({ path, isDefault }) => !isDefault && path === segments.join('/'));
  const place = segments.length === 0 ? firstPlace(tree) : section && firstPlace(tree, section);
  if (!place) return { kind: 'nothing', place: undefined };
  return { kind: 'redirect', url: siteSpaceUrl(base, place), isPermanent: false };
}

/** Sends a page as HTML or, where the address or the visitor's program says so, as markdown. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
  found: Extract<Found, { kind: 'page' }>,
): Promise<FastifyReply> {
  const { placed, contents } = found;
  const { page } = placed.entry;
  const organizationId = visit.site.organizationId;
  const versions = await loadSpecVersions(request.db, organizationId, page.type === 'computed' ? [page] : []);
  const version = versions.get(specOf(page) ?? '');
  const revisions = [...contents].map(([spaceId, { revisionId }]) => [spaceId, revisionId]);
  const isUnavailable = visit.query.has(UNAVAILABLE);
  const dependsOn = [placed.place.siteSpace.id, page.id, revisions, version, isUnavailable];
  const language = languageOf(visit, placed.place);
  const computed = { organizationId, version, labels: pickReferenceLabels(messagesFor(language)) };
  if (found.isMarkdown || prefersMarkdown(request)) {
    const build = async () => pageMarkdown(visit, placed, await loadSource(request.db, page, computed));
    const type = 'text/markdown; charset=utf-8';
    return sendAnswer(request, reply, visit, { type, dependsOn, build });
  }
  const frame = await loadFrameParts(request, visit, { place: placed.place, page });
  const build = async () => {
    const parts = { copies: copiesOf(visit, placed, contents), isUnavailable, frame };
    if (version === undefined) {
      const text = await loadHtml(request, page, organizationId);
      return renderReaderPage(pageView(visit, placed, { ...parts, text }));
    }
    const reference = await getReference(request.db, {
      organizationId,
      versionId: version,
      documentId: page.documentId,
      texts: referenceTexts(language),
      withDefinitions: showsDefinitions(page),
    });
    return renderReference(visit, placed, { ...parts, reference });
  };
  reply.header('content-language', language);
  if (!isIndexed(visit, placed.entry)) reply.header('x-robots-tag', 'noindex');
  const type = 'text/html; charset=utf-8';
  return sendAnswer(request, reply, visit, { type, dependsOn, frame, build });
}

function prefersMarkdown({ headers }: FastifyRequest): boolean {
  const accept = headers.accept ?? '';
  return accept.includes('text/markdown') && !accept.includes('text/html');
}

const EMPTY: TextHtml = { parts: [], headings: [] };

async function loadHtml({ db }: FastifyRequest, page: StoredPage, organizationId: string): Promise<TextHtml> {
  if (page.documentId === undefined) return EMPTY;
  const texts = await loadTextHtml(db, [page.documentId], organizationId);
  return texts.get(page.documentId) ?? EMPTY;
}

const MAX_SUGGESTIONS = 5;

/** Says that there is no page, and which ones may be meant. */
export async function sendNotFound(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
  place?: Place,
): Promise<FastifyReply> {
  reply.countAs(SEARCH_COUNTS_AS);
  const isStart = visit.segments.length === 0;
  const isEmpty = isStart && visit.tree.sections.length < 2;
  const main: ReaderMain = isEmpty
    ? { kind: 'empty' }
    : {
        kind: 'not-found',
        suggestions: await suggestPages(request, visit, place, MAX_SUGGESTIONS),
        mayBeHidden: visit.site.adaptiveContent,
      };
  const frame = await loadFrameParts(request, visit, { place });
  return (
    reply
      // A preview of a site without pages shows what there is: that is no failure.
      .code(isStart && visit.preview ? 200 : 404)
      .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      .type('text/html; charset=utf-8')
      .send(renderReaderPage(plainView(visit, main, frame)))
  );
}
