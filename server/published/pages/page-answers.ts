import type { FastifyReply, FastifyRequest } from 'fastify';
import { pickReferenceLabels } from '#server/content/reference/reference-labels.ts';
import { showsDefinitions, specOf } from '#server/content/specifications/reference-pages.ts';
import { findNamedVersions } from '#server/content/stored/references/linked-specifications.ts';
import { getReference } from '#server/content/stored/references/stored-reference.ts';
import type { TextHtml } from '#server/database/tables/stored-texts.ts';
import { narrowPolicy } from '../address/reader-headers.ts';
import { redirect, sendAnswer, type Serve } from '../answers/answers.ts';
import { countPage } from '../answers/count-visit.ts';
import { pageFeed } from '../files/page-feed.ts';
import { loadSource, pageMarkdown } from '../files/page-markdown.ts';
import { specificationUrl } from '../files/specification-files.ts';
import { offerNextPages } from '../files/speculation-rules.ts';
import { renderReaderPage } from '../layout/layout.ts';
import { messagesFor } from '../messages/messages.ts';
import { sendNotFound } from '../search/not-found.ts';
import { playerOf, playerOrigins } from '../view/external-hosts.ts';
import { loadFrameParts } from '../view/frame-parts.ts';
import { copiesOf, languageOf, type PlacedPage, UNAVAILABLE } from '../view/navigation-view.ts';
import { datedUpdates, filterUpdates, updatesOf } from '../view/page-updates.ts';
import { isIndexed, pageView } from '../view/page-view.ts';
import { linkUrl } from '../view/reader-links.ts';
import { findShownNeighbors, withNeighbors } from '../visit/connected-content.ts';
import { loadContents } from '../visit/load-contents.ts';
import {
  firstPage,
  firstReadable,
  isReadable,
  pageUrl,
  type ReaderContent,
} from '../visit/reader-content.ts';
import { firstPlace, resolvePlace, siteSpaceUrl } from '../visit/site-tree.ts';
import { type VisitContext, comparedSpaces } from '../visit/visit.ts';
import { findPageText, type PageText } from './page-text.ts';
import { writeReferenceBlocks } from './reference-blocks.ts';
import { referenceTexts, renderReference } from './reference-page.ts';

type PageForm = 'html' | 'markdown' | 'feed';

/** The content at an address below a site. */
export type Found =
  | { kind: 'page'; placed: PlacedPage; contents: ReadonlyMap<string, ReaderContent>; form: PageForm }
  /** `isPermanent`: the address is another name of the target. */
  | { kind: 'redirect'; url: string; isPermanent: boolean }
  | { kind: 'nothing' };

/** The forms of a page that have addresses of their own. */
const FORM_SUFFIXES = [
  ['.md', 'markdown'],
  ['.atom', 'feed'],
] as const;

/** Finds the page of an address, after conditions. */
export async function findPage(request: FastifyRequest, visit: VisitContext): Promise<Found> {
  const place = resolvePlace(visit.tree, visit.segments);
  if (!place) return findDefault(visit);
  const contents = await loadContents(request, visit, [
    ...new Set([place.siteSpace.spaceId, ...comparedSpaces(place.section)]),
  ]);
  const content = contents.get(place.siteSpace.spaceId);
  if (!content) return { kind: 'nothing' };
  const match = findEntry(content, place.rest);
  if (!match) return { kind: 'nothing' };
  const { entry, form } = match;
  const spaceUrl = siteSpaceUrl(visit.base, place);
  if (entry.page.type === 'link') {
    const scope = { visit, spaceUrl, content, page: entry.page };
    const url = linkUrl(scope, entry.page.href ?? '');
    return url === undefined ? { kind: 'nothing' } : { kind: 'redirect', url, isPermanent: false };
  }
  if (!isReadable(entry.page)) {
    const target = firstReadable(content, entry.page);
    if (!target) return { kind: 'nothing' };
    return { kind: 'redirect', url: pageUrl(spaceUrl, content, target.page), isPermanent: false };
  }
  const url = pageUrl(spaceUrl, content, entry.page);
  const isFirst = url === spaceUrl;
  if (isFirst && place.rest.length > 0 && form === 'html')
    return { kind: 'redirect', url, isPermanent: true };
  return { kind: 'page', placed: { place, content, entry }, contents, form };
}

function findEntry(
  content: ReaderContent,
  rest: readonly string[],
): { entry: PlacedPage['entry']; form: PageForm } | undefined {
  const path = rest.join('/');
  const entry = path === '' ? firstPage(content) : content.byPath.get(path);
  if (entry) return { entry, form: 'html' };
  const [suffix = '', form] = FORM_SUFFIXES.find(([end]) => path.endsWith(end)) ?? [];
  if (form === undefined) return undefined;
  const page = path.slice(0, -suffix.length);
  const source = page === 'index' ? firstPage(content) : content.byPath.get(page);
  return source && isReadable(source.page) ? { entry: source, form } : undefined;
}

/** Where a default is hidden or there is none, its address leads to the first item that the visitor sees. */
function findDefault({ tree, base, segments }: VisitContext): Found {
  const section = tree.sections.find(({ path, isDefault }) => !isDefault && path === segments.join('/'));
  const place = segments.length === 0 ? firstPlace(tree) : section && firstPlace(tree, section);
  if (!place) return { kind: 'nothing' };
  return { kind: 'redirect', url: siteSpaceUrl(base, place), isPermanent: false };
}

/** Returns the page at the address, or the redirect from there. */
export async function findPageAnswer(
  request: FastifyRequest,
  visit: VisitContext,
): Promise<Serve | undefined> {
  const entry = await findPage(request, visit);
  if (entry.kind === 'page') return (_request, reply) => sendPage(request, reply, visit, entry);
  if (entry.kind === 'redirect')
    return (_request, reply) => redirect(reply, visit, entry.url, entry.isPermanent);
  return undefined;
}

type FoundPage = Extract<Found, { kind: 'page' }>;

/** Sends a page as HTML or, where the address or the visitor's program says so, as Markdown or as a feed. */
async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
  found: FoundPage,
): Promise<FastifyReply> {
  const { contents, form } = found;
  const { content } = found.placed;
  const { page } = found.placed.entry;
  const organizationId = visit.site.organizationId;
  if (form !== 'feed') countPage(request, visit, found.placed);
  const version = content.specVersions.get(specOf(page) ?? '');
  const revisions = [...contents].map(([spaceId, { key }]) => [spaceId, key]);
  const isUnavailable = visit.query.has(UNAVAILABLE);
  // The text of a computed page is shown without its conditions.
  const text = await findPageText(request, visit, content, version === undefined ? page : {});
  const neighbors = await findShownNeighbors(request, visit, content, text.upwards);
  const placed = { ...found.placed, content: withNeighbors(content, neighbors) };
  const dependsOn = [
    ...[placed.place.siteSpace.id, page.id, revisions, version, isUnavailable],
    ...(neighbors.length > 0 ? [neighbors] : []),
  ];
  const versions = await findNamedVersions(request.db, organizationId, text.specs);
  const shown = [...dependsOn, ...(versions.size > 0 ? [[...versions]] : [])];
  if (form === 'markdown' || (form === 'html' && prefersMarkdown(request))) {
    const labels = pickReferenceLabels(messagesFor(languageOf(visit, placed.place)));
    const computed = { organizationId, version, labels };
    const build = async () => pageMarkdown(visit, placed, await loadSource(request.db, placed, computed));
    const type = 'text/markdown; charset=utf-8';
    return sendAnswer(request, reply, visit, { type, dependsOn: shown, build });
  }
  if (form === 'html')
    return sendHtml(request, reply, visit, {
      found: { ...found, placed },
      text,
      version,
      versions,
      dependsOn: shown,
    });
  const feed = text.hasUpdates ? pageFeed(visit, placed, await text.loadOpen()) : undefined;
  if (feed === undefined) return sendNotFound(request, reply, visit, placed.place);
  if (!isIndexed(visit, placed.entry)) reply.header('x-robots-tag', 'noindex');
  const type = 'application/atom+xml; charset=utf-8';
  return sendAnswer(request, reply, visit, { type, dependsOn, build: () => feed });
}

interface HtmlParts {
  found: FoundPage;
  text: PageText;
  /** Of the page's API specification. */
  version: string | undefined;
  /** Of the specifications that blocks of the text show. */
  versions: ReadonlyMap<string, string>;
  dependsOn: readonly unknown[];
}

async function sendHtml(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
  { found: { placed, contents }, text, version, versions, dependsOn }: HtmlParts,
): Promise<FastifyReply> {
  const { page } = placed.entry;
  const { organizationId } = visit.site;
  const language = languageOf(visit, placed.place);
  const frame = await loadFrameParts(request, visit, { place: placed.place, page });
  const isForMembers = visit.preview !== undefined || frame.member !== undefined;
  let loadedText: Promise<TextHtml> | undefined;
  const loadText = () => (loadedText ??= text.load(isForMembers));
  const tag = await findTag(visit, text, loadText);
  const build = async () => {
    const parts = {
      copies: copiesOf(visit, placed, contents),
      isUnavailable: visit.query.has(UNAVAILABLE),
      frame,
    };
    if (version !== undefined) {
      const { documentId } = page;
      const texts = referenceTexts(language);
      const withDefinitions = showsDefinitions(page);
      const part = page.reference?.part;
      const wanted = { organizationId, versionId: version, documentId, texts, withDefinitions, part };
      const reference = await getReference(request.db, wanted);
      const downloadUrl = await specificationUrl(request.db, visit, placed);
      return renderReference(visit, placed, { ...parts, reference, specificationUrl: downloadUrl });
    }
    const loaded = await loadText();
    const html = tag === undefined ? loaded : filterUpdates(loaded, tag);
    const options = { text: html, versions, isForMembers };
    const blocks = await writeReferenceBlocks(request.db, visit, placed, options);
    const hasFeed = text.hasUpdates && datedUpdates(await text.loadOpen()).length > 0;
    return renderReaderPage(pageView(visit, placed, { ...parts, text: html, blocks, hasFeed, tag }));
  };
  // Before the answer may be 304, whose headers replace those of the page that the visitor has.
  if (text.embeds.some((address) => playerOf(visit, address) !== undefined))
    narrowPolicy(reply, { players: playerOrigins(visit, await loadText()) });
  reply.header('content-language', language);
  if (tag !== undefined || !isIndexed(visit, placed.entry)) reply.header('x-robots-tag', 'noindex');
  const isPersonal = visit.isPersonal === true || (text.branches !== undefined && visit.visitor.isKnown);
  const view = { ...visit, isPersonal };
  offerNextPages(reply, view, { isForMembers });
  return sendAnswer(request, reply, view, {
    type: 'text/html; charset=utf-8',
    dependsOn: [
      ...dependsOn,
      ...(text.branches ? [text.branches] : []),
      ...(tag === undefined ? [] : [{ tag }]),
    ],
    frame,
    build,
  });
}

/** The tag that the address names, if updates that the visitor sees have it: others change nothing. */
async function findTag(
  { query }: VisitContext,
  { hasUpdates }: PageText,
  loadText: () => Promise<TextHtml>,
): Promise<string | undefined> {
  const tag = query.get('tag');
  if (tag === null || !hasUpdates) return undefined;
  return updatesOf(await loadText()).some(({ tags }) => tags.includes(tag)) ? tag : undefined;
}

function prefersMarkdown({ headers }: FastifyRequest): boolean {
  const accept = headers.accept ?? '';
  return accept.includes('text/markdown') && !accept.includes('text/html');
}
