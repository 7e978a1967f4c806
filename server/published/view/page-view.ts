import type { SiteLink } from '#api/generated/types.gen.ts';
import { escapeHtml } from '#server/content/html/escape.ts';
import { picturesAsLinks } from '#server/content/html/pictures-as-links.ts';
import { joinTextHtml, splitTitle } from '#server/content/html/text-html.ts';
import type { StoredFileRef } from '#server/content/pages/storage.ts';
import type { TextGap, TextHtml } from '#server/database/tables/stored-texts.ts';
import { announcementId, PICTURES_PATH, type StoredPicture } from '#server/sites/customization.ts';
import { FEEDBACK } from '../layout/layout-feedback.ts';
import { headerColors } from '../layout/look.ts';
import type {
  ReaderLink,
  ReaderMain,
  ReaderNotice,
  ReaderPreviewNotice,
  ReaderPage,
  ReaderPicture,
  ReaderView,
} from '../layout/reader-view.ts';
import { describeTextLabel } from '../messages/messages.ts';
import { pageUrl, type ReaderEntry } from '../visit/reader-content.ts';
import { siteSpaceUrl } from '../visit/site-tree.ts';
import type { PreviewNotice, VisitContext } from '../visit/visit.ts';
import { externalPicture, playerOf } from './external-hosts.ts';
import type { FrameParts } from './frame-parts.ts';
import { homeCards } from './home-cards.ts';
import {
  breadcrumbs,
  type Copies,
  isPruned,
  languageOf,
  neighbours,
  type PlacedPage,
  sectionLinks,
  siteLanguage,
  treeItems,
} from './navigation-view.ts';
import { fileUrl, linkUrl, type LinkScope, markOf, parseLink, placesOf } from './reader-links.ts';
import { fillSlot, type SlotContext, slotKey } from './text-slots.ts';

/** The parts that all pages of a visit share. */
function frameView(visit: VisitContext, frame: FrameParts): Omit<ReaderView, 'main'> {
  const { site, base } = visit;
  const { place, member } = frame;
  const notice = previewNotice(visit, frame);
  return {
    language: place ? languageOf(visit, place) : siteLanguage(visit),
    site: siteView(visit),
    assets: assetUrls(visit),
    ...(visit.theme && { theme: visit.theme }),
    sections: sectionLinks(visit, place),
    variants: [],
    languages: [],
    tree: [],
    breadcrumbs: [],
    searchUrl: `${base}~/search`,
    ...(visit.site.countsVisits && !visit.preview && { seenUrl: `${base}~seen` }),
    headerLinks: siteLinks(visit, site.customization.headerLinks),
    ...(member && { member }),
    ...(notice && { notice }),
    ...announcementView(visit),
    footerLinks: siteLinks(visit, site.customization.footerLinks),
    head: { alternates: [], isIndexed: false },
  };
}

function siteView({ site, base }: VisitContext): ReaderView['site'] {
  const { title = site.title, logo, favicon, styling } = site.customization;
  const picture = ({ id, width, height }: StoredPicture): ReaderPicture => ({
    url: `${base}${PICTURES_PATH}${id}`,
    ...(width !== undefined && height !== undefined && { width, height }),
  });
  return {
    title,
    url: base,
    ...(logo && { logo: { light: picture(logo.light), dark: picture(logo.dark ?? logo.light) } }),
    ...(favicon && { icon: { url: picture(favicon).url, type: favicon.contentType } }),
    headerColors: headerColors(styling === undefined ? {} : { styling }),
  };
}

function announcementView(visit: VisitContext): Pick<ReaderView, 'announcement'> {
  const { announcement } = visit.site.customization;
  if (!announcement) return {};
  const { message, link, style } = announcement;
  const [shownLink] = siteLinks(visit, link ? [link] : []);
  const id = announcementId(announcement);
  return { announcement: { id, message, style, ...(shownLink && { link: shownLink }) } };
}

/** Links that the owner of the site has written; paths begin where the visitor reads it. */
function siteLinks({ base }: VisitContext, links: readonly SiteLink[] = []): ReaderLink[] {
  return links.map(({ title, url }) => ({ title, url: url.startsWith('/') ? base + url.slice(1) : url }));
}

function assetUrls({ base, assets }: VisitContext): ReaderView['assets'] {
  return Object.fromEntries(Object.entries(assets).map(([kind, name]) => [kind, `${base}~/assets/${name}`]));
}

/** A page without a page tree: results of a search, refusals, and what is not there. */
export function plainView(visit: VisitContext, main: ReaderMain, frame: FrameParts): ReaderView {
  return { ...frameView(visit, frame), main };
}

export interface PageParts {
  text: TextHtml;
  /** Whether the text is an API reference. */
  isReference?: boolean;
  /** The address of the specification of an API reference. */
  specificationUrl?: string | undefined;
  /** The HTML of blocks that show API specifications, by what `slotKey` makes of their slots. */
  blocks?: ReadonlyMap<string, string>;
  /** Whether the page has a feed of its updates. */
  hasFeed?: boolean;
  /** The tag whose updates the text has alone. */
  tag?: string | undefined;
  copies: Copies;
  /** Whether the visitor chose a variant that does not have the page they came from. */
  isUnavailable: boolean;
  frame: FrameParts;
}

/** A page of the site with its text. */
export function pageView(
  visit: VisitContext,
  placed: PlacedPage,
  { copies, isUnavailable, frame, ...parts }: PageParts,
): ReaderView {
  const { place, content, entry } = placed;
  const spaceUrl = siteSpaceUrl(visit.base, place);
  const url = pageUrl(spaceUrl, content, entry.page);
  const framed = frameView(visit, frame);
  const notice = framed.notice ?? noticeOf(placed, copies, isUnavailable);
  const whole = (link: ReaderLink & { language: string }) => ({
    language: link.language,
    url: visit.origin + link.url,
  });
  return {
    ...framed,
    variants: copies.variants,
    languages: copies.languages,
    tree: treeItems(visit, placed, frame.changes),
    ...(isPruned(content) && { treeUrl: `${visit.base}~/tree/${place.siteSpace.id}` }),
    breadcrumbs: breadcrumbs(visit, placed),
    ...(notice && { notice }),
    ...(visit.site.asksFeedback &&
      !visit.preview && { feedback: { url: `${visit.base}${FEEDBACK}`, path: url } }),
    main: { kind: 'page', page: readerPage(visit, placed, { ...parts, url }) },
    head: {
      canonicalUrl: visit.origin + canonicalPath(visit, placed),
      alternates: copies.existing.length > 1 ? copies.existing.map(whole) : [],
      isIndexed: isIndexed(visit, entry),
    },
  };
}

/** The address of the copy that search engines list, where a space is on the site more than once. */
function canonicalPath(visit: VisitContext, { place, content, entry }: PlacedPage): string {
  const listedPlace = placesOf(visit.tree).get(place.siteSpace.spaceId) ?? place;
  return pageUrl(siteSpaceUrl(visit.base, listedPlace), content, entry.page);
}

/** Whether search engines may list a page. */
export function isIndexed({ site, preview }: VisitContext, { isNoIndex }: ReaderEntry): boolean {
  return site.visibility === 'public' && !preview && !isNoIndex;
}

function noticeOf(
  { place }: PlacedPage,
  { latest }: Copies,
  isUnavailable: boolean,
): ReaderNotice | undefined {
  if (isUnavailable) return { kind: 'page-not-in-variant' };
  const { siteSpace } = place;
  if (siteSpace.isDefault || !latest || !VERSION.test(siteSpace.path)) return undefined;
  return { kind: 'other-variant', title: siteSpace.title, latest };
}

/** On every page of a preview; a page of the change request leads to its differences. */
function previewNotice(
  { preview }: VisitContext,
  { place, page, changes }: FrameParts,
): ReaderNotice | undefined {
  const notice = preview?.notice;
  if (!notice) return undefined;
  const isInSpace = page && place?.siteSpace.spaceId === notice.spaceId;
  const isReviewed = isInSpace && notice.kind === 'change-request';
  return {
    kind: 'preview',
    of: previewedBy(notice),
    backUrl: isReviewed ? `${notice.backUrl}/diff/${page.id}` : notice.backUrl,
    changedPages: changes?.links ?? [],
    changedCount: changes?.pageIds.size ?? 0,
  };
}

function previewedBy(notice: PreviewNotice): ReaderPreviewNotice['of'] {
  if (notice.kind === 'revision') return { createdAt: notice.createdAt };
  return notice.kind === 'branch' ? { branch: notice.title } : { title: notice.title };
}

/**
 * Paths of variants that are versions, such as `v1.2` or `2024-06`: visitors get a notice about a newer one.
 */
const VERSION = /^v?\d+([.-]\d+)*$/i;

function readerPage(
  visit: VisitContext,
  placed: PlacedPage,
  {
    text,
    isReference,
    blocks,
    specificationUrl,
    hasFeed,
    tag,
    url,
  }: Omit<PageParts, 'copies' | 'isUnavailable' | 'frame'> & { url: string },
): ReaderPage {
  const { content, entry } = placed;
  const { page } = entry;
  const { layout = {} } = page;
  const cover = page.cover && content.files.get(page.cover.ref.file);
  const without = new Set(
    (['title', 'description', 'tableOfContents', 'outline', 'pagination', 'cover'] as const).filter(
      (part) => layout[part] === false,
    ),
  );
  const cards = isReference === true ? [] : homeCards(visit, placed, text);
  const split = page.source?.titleHeading === true ? splitTitle(text) : undefined;
  const feedUrl = hasFeed ? formUrl(url, '.atom') : undefined;
  const write = textWriter(visit, placed, { blocks, feedUrl, tag });
  return {
    title: page.title,
    ...(split && { heading: { html: write(split.title), anchor: split.anchor } }),
    ...markOf(page),
    ...(page.description !== undefined && page.description !== '' && { description: page.description }),
    ...(cover && {
      cover: {
        url: fileUrl(visit, content, cover.id) ?? '',
        ...sizeOf(cover),
        size: layout.coverSize ?? 'full',
      },
    }),
    html: write((split?.text ?? text).parts),
    headings: (split?.text ?? text).headings,
    ...((isReference === true || (blocks && blocks.size > 0)) && { isReference: true }),
    ...(feedUrl !== undefined && { feedUrl }),
    ...(cards.length > 0 && { cards }),
    updatedAt: new Date(page.updatedAt),
    markdownUrl: formUrl(url, '.md'),
    ...(specificationUrl !== undefined && { specificationUrl }),
    ...neighbours(visit, placed),
    without,
  };
}

/** Writes parts of the text of a page for this visitor. */
export function textWriter(
  visit: VisitContext,
  { place, content, entry: { page } }: PlacedPage,
  { blocks, ...shown }: Pick<PageParts, 'blocks'> & Pick<SlotContext, 'feedUrl' | 'tag'> = {},
): (parts: TextHtml['parts']) => string {
  const spaceUrl = siteSpaceUrl(visit.base, place);
  const scope: LinkScope = { visit, spaceUrl, content, page };
  const language = languageOf(visit, place);
  const isLinked = externalPicture(visit, scope);
  const context: SlotContext = {
    ...shown,
    language,
    playerOf: (address) => playerOf(visit, address),
    url: pageUrl(spaceUrl, content, page),
  };
  return (parts) =>
    joinTextHtml(
      { parts: isLinked ? picturesAsLinks(parts, isLinked) : parts, headings: [] },
      (gap) => fillGap(scope, gap),
      (label) => describeTextLabel(label, language),
      (slot) => blocks?.get(slotKey(slot)) ?? fillSlot(scope, slot, context),
    );
}

/** The address of a form of a page other than HTML. */
export const formUrl = (url: string, suffix: '.md' | '.atom'): string =>
  url.endsWith('/') ? `${url}index${suffix}` : url + suffix;

function sizeOf({ width, height }: StoredFileRef) {
  return width === null || height === null ? {} : { width, height };
}

/** Attributes of a link or picture for this visitor. */
export function fillGap(scope: LinkScope, gap: TextGap): string {
  // Paths in a reusable content begin at its file.
  const from = gap.from ? { ...scope, page: { ...scope.page, git: gap.from } } : scope;
  const url = linkUrl(from, gap.href);
  if (url === undefined) return '';
  if (gap.kind === 'link') return ` href="${escapeHtml(url)}"`;
  const link = parseLink(scope, gap.href);
  const file = link.kind === 'file' ? scope.content.files.get(link.fileId) : undefined;
  return ` src="${escapeHtml(url)}"${sizeAttributes(gap.width, file)}`;
}

/** The chosen width, with the height that it gives; else the size of the file. */
function sizeAttributes(chosen: number | undefined, file: StoredFileRef | undefined): string {
  if (!file || file.width === null || file.height === null || file.width === 0)
    return chosen === undefined ? '' : ` width="${chosen}"`;
  const width = chosen ?? file.width;
  return ` width="${width}" height="${Math.round((width * file.height) / file.width)}"`;
}
