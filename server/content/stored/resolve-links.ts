import type { SpecificationUse } from '#api/blocks/block.ts';
import { decodePath, resolveSourcePath, type SourcePaths } from '#api/source-paths.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import type { DocumentLink } from '#server/database/tables/stored-texts.ts';
import { flattenPages } from '../pages/page-tree.ts';
import { reachedContents, ReusableContents } from '../pages/reusable-contents.ts';
import type { StoredBook, StoredFileRef, StoredPage, StoredReusableContent } from '../pages/storage.ts';
import { type SourceContext, sourcePathsOf } from '../source/content-paths.ts';
import { partOfUse, specOf, withReferencePages } from '../specifications/reference-pages.ts';
import { includedAddresses, type TextLinks } from './parsed-texts.ts';
import { type NamedOutlines, referenceAnchors } from './references/linked-specifications.ts';

/** Where a URL in a text leads, by the URL alone. */
export type ParsedLink =
  | { kind: 'page'; pageId: string; anchor?: string }
  | { kind: 'path'; path: string; anchor?: string }
  | { kind: 'here'; anchor?: string }
  | { kind: 'file'; fileId: string }
  | { kind: 'space'; spaceId: string; pageId?: string; anchor?: string }
  | { kind: 'console' }
  | { kind: 'external' };

/** The base that a URL is resolved against. */
interface AddressContext {
  spaceId: string;
  /** The path of the page that contains the URL. */
  pagePath: string;
  /** The file of that page, if it came from one: paths are then paths of files first. */
  source?: SourceContext | undefined;
  /** The console's URL; without it only URLs without a host count as the console's. */
  publicUrl?: string | undefined;
}

const SCHEME = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/** Parses a URL as described in `storage.ts`. Whether the target exists is not checked. */
export function parseAddress(href: string, context: AddressContext): ParsedLink {
  const address = href.trim();
  if (SCHEME.test(address)) return isConsole(address, context.publicUrl) ? CONSOLE : EXTERNAL;
  const [beforeAnchor = '', ...fragments] = address.split('#');
  const fragment = fragments.length > 0 ? decodePath(fragments.join('#')) : '';
  const anchor = fragment === '' ? {} : { anchor: fragment };
  const path = beforeAnchor.split('?')[0] ?? '';
  if (path === '') return { kind: 'here', ...anchor };
  const inSource = context.source && parseSourcePath(context.source, address, anchor);
  if (inSource) return inSource;
  const parts = path.split('/').map(decodePath);
  if (path.startsWith('/')) {
    const rootPath = parseRootPath(parts.slice(1), anchor, context.spaceId);
    if (rootPath) return rootPath;
  }
  return { kind: 'path', path: resolvePath(parts, context.pagePath), ...anchor };
}

function parseSourcePath(
  { paths, path }: SourceContext,
  address: string,
  anchor: { anchor?: string },
): ParsedLink | undefined {
  const target = resolveSourcePath(paths, path, address);
  if (target?.kind === 'page') return { kind: 'page', pageId: target.id, ...anchor };
  if (target?.kind === 'space-page') {
    const [spaceId = '', , pageId = ''] = target.id.split('/');
    return { kind: 'space', spaceId, pageId, ...anchor };
  }
  return target?.kind === 'file' ? { kind: 'file', fileId: target.id } : undefined;
}

const CONSOLE: ParsedLink = { kind: 'console' };
const EXTERNAL: ParsedLink = { kind: 'external' };

function parseRootPath(
  [root, id = '', inner, pageId]: readonly string[],
  anchor: { anchor?: string },
  spaceId: string,
): ParsedLink | undefined {
  if (root === 'o') return CONSOLE;
  if (id === '') return undefined;
  if (root === 'pages') return { kind: 'page', pageId: id, ...anchor };
  if (root === 'files') return { kind: 'file', fileId: id };
  if (root !== 'spaces') return undefined;
  const page = inner === 'pages' && pageId !== undefined && pageId !== '' ? { pageId } : {};
  if (id !== spaceId) return { kind: 'space', spaceId: id, ...page, ...anchor };
  return page.pageId === undefined
    ? { kind: 'space', spaceId }
    : { kind: 'page', pageId: page.pageId, ...anchor };
}

function isConsole(address: string, publicUrl: string | undefined): boolean {
  const base = publicUrl === undefined ? undefined : parseUrl(publicUrl);
  const url = base && parseUrl(address, base.href);
  if (!base || !url) return false;
  const root = base.pathname.replace(/\/*$/, '/');
  // Published sites stand beside the console, where they have no origin of their own.
  const isPublished = url.pathname.startsWith(`${root}published/`);
  return url.origin === base.origin && `${url.pathname}/`.startsWith(root) && !isPublished;
}

/** Resolves a path relative to a page, or from the root if it starts with a slash. */
function resolvePath(parts: readonly string[], pagePath: string): string {
  const isAbsolute = parts[0] === '';
  const way = isAbsolute ? [] : pagePath.split('/').slice(0, -1);
  for (const part of parts) {
    if (part === '..') way.pop();
    else if (part !== '' && part !== '.') way.push(part);
  }
  return way.join('/').replace(/\.md$/i, '');
}

/** The content whose links are resolved, with the links of its texts. */
export interface LinkedContent {
  spaceId: string;
  pages: StoredPage[];
  files: StoredFileRef[];
  reusableContents: StoredReusableContent[];
  /** Whose pages of other spaces paths lead to. */
  book?: Pick<StoredBook, 'neighbors' | 'root'> | undefined;
  textLinks: ReadonlyMap<string, TextLinks>;
  /** Of the specifications that its pages and texts name. */
  outlines: NamedOutlines;
  /** The console's URL. */
  publicUrl?: string | undefined;
}

/** The target of a link. `key` is the same for all links to the same target. */
export interface LinkTarget {
  key: string;
  kind: 'page' | 'anchor' | 'file' | 'space' | 'url';
  page?: StoredPage;
  file?: StoredFileRef;
  /** Another space, and the page in it. */
  spaceId?: string;
  pageId?: string;
  anchor?: string;
}

/** A link with its target and its position. */
export interface ResolvedLink {
  status: 'ok' | 'broken' | 'in-app';
  relation: 'page' | 'anchor' | 'file' | 'space' | 'app' | 'external' | 'operation' | 'schema';
  target: LinkTarget;
  /** The URL as written. */
  url: string;
  page: StoredPage;
  at?: string;
}

/**
 * All links and images of a content, in page order, those of reusable contents at the pages that show them, checked against this content only: `broken` if it has no such page,
 * anchor or file. Links to other spaces and external URLs are always `ok`.
 */
export function resolveLinks(content: LinkedContent, only?: StoredPage): ResolvedLink[] {
  const linksAt = linkResolver(content);
  return (only ? [only] : flattenPages(content.pages)).flatMap(linksAt);
}

/** The same page by page, in page order. */
export function linkResolver(content: LinkedContent): (page: StoredPage) => ResolvedLink[] {
  const targets = flattenPages(withPagesOfReferences(content));
  const linkContext: LinkContext = {
    content,
    paths: sourcePathsOf(content),
    byId: new Map(targets.map((page) => [page.id, page])),
    byPath: new Map(targets.map((page) => [page.path, page])),
    files: new Map(content.files.map((file) => [file.id, file])),
    reusable: new ReusableContents(content.reusableContents),
    included: new Map(),
    placeCounts: new Map(),
  };
  return (page) => [
    ...linksOf(page, content).map((link) => resolve(linkContext, page, link)),
    ...includedLinks(linkContext, page),
  ];
}

function withPagesOfReferences({ pages, outlines }: LinkedContent): StoredPage[] {
  const known = new Map(
    [...outlines].flatMap(([name, outline]) => (outline ? [[name, outline] as const] : [])),
  );
  return known.size === 0 ? pages : withReferencePages(pages, { outlines: known, withSchemas: true });
}

/** The links of one reusable content are named at so many pages that show it: a content may be on all of them. */
const MAX_PLACES = 20;

/** The links of what a page includes, as its readers follow them there. They begin at their own file. */
function includedLinks(context: LinkContext, page: StoredPage): ResolvedLink[] {
  return [...includedIn(context, page).values()].flatMap(({ id, documentId, git }) => {
    const count = context.placeCounts.get(id) ?? 0;
    if (count === MAX_PLACES) return [];
    context.placeCounts.set(id, count + 1);
    const from = git ? { ...page, git } : page;
    const links = context.content.textLinks.get(documentId)?.links ?? [];
    return links.map(({ at: _at, ...link }) => ({ ...resolve(context, from, link), page }));
  });
}

/** The reusable contents that a page shows, also within one another. */
function includedIn(
  { reusable, content, included }: LinkContext,
  { id, documentId = '', git }: StoredPage,
): ReadonlyMap<string, StoredReusableContent> {
  if (reusable.list.length === 0) return NONE;
  const includesOf = (text: string) => includedAddresses(content.textLinks.get(text)?.links ?? []);
  const reached = included.get(id) ?? reachedContents(reusable, includesOf(documentId), git, includesOf);
  included.set(id, reached);
  return reached;
}

const NONE: ReadonlyMap<string, StoredReusableContent> = new Map();

interface LinkContext {
  content: LinkedContent;
  paths: SourcePaths;
  byId: ReadonlyMap<string, StoredPage>;
  byPath: ReadonlyMap<string, StoredPage>;
  files: ReadonlyMap<string, StoredFileRef>;
  reusable: ReusableContents;
  /** What pages show, by their ids. */
  included: Map<string, ReadonlyMap<string, StoredReusableContent>>;
  /** At how many pages the links of reusable contents are named already, by their ids. */
  placeCounts: Map<string, number>;
}

/** The links of a page: its cover, its own target if it is a link, then those of its text. */
function linksOf(page: StoredPage, { textLinks }: LinkedContent): readonly DocumentLink[] {
  const text = page.documentId === undefined ? undefined : textLinks.get(page.documentId);
  return [
    ...(page.cover ? [{ href: `/files/${page.cover.ref.file}`, image: true as const }] : []),
    ...(page.href === undefined ? [] : [{ href: page.href }]),
    ...(text?.links ?? []),
  ];
}

function resolve(known: LinkContext, page: StoredPage, link: DocumentLink): ResolvedLink {
  const { spaceId, publicUrl } = known.content;
  const source = page.git && { paths: known.paths, path: page.git.path };
  const address = parseAddress(link.href, { spaceId, pagePath: page.path, source, publicUrl });
  const place = { url: link.href, page, ...(link.at !== undefined && { at: link.at }) };
  return { ...place, ...resolveAddress(known, page, link, address) };
}

type LinkResolution = Pick<ResolvedLink, 'status' | 'relation' | 'target'>;

function resolveAddress(
  known: LinkContext,
  page: StoredPage,
  link: DocumentLink,
  address: ParsedLink,
): LinkResolution {
  const url = { key: `url:${link.href}`, kind: 'url' } as const;
  if (link.specification) return resolveUse(known, link.specification, url);
  if (link.include) {
    const content = known.reusable.find(link.href, page.git);
    return { status: content ? 'ok' : 'broken', relation: 'file', target: url };
  }
  switch (address.kind) {
    case 'external':
      return { status: 'ok', relation: 'external', target: url };
    case 'console':
      return { status: 'in-app', relation: 'app', target: url };
    case 'space':
      return { status: 'ok', relation: 'space', target: spaceTarget(address) };
    case 'file':
      return resolveFile(known.files.get(address.fileId), address.fileId);
    case 'here':
      return resolvePage(known, page, address.anchor);
    case 'page':
      return known.byId.has(address.pageId)
        ? resolvePage(known, known.byId.get(address.pageId), address.anchor)
        : missingPage(`page:${address.pageId}`, address.pageId);
    case 'path': {
      const page = known.byPath.get(address.path);
      if (page) return resolvePage(known, page, address.anchor);
      // An image with a path means a file, and there is none with that name.
      if (link.image) return { status: 'broken', relation: 'file', target: { ...url, kind: 'file' } };
      return missingPage(`path:${address.path}`);
    }
  }
}

/** Of a specification at an address, which may be nobody's here, only the address is known. */
function resolveUse(
  { content: { outlines } }: LinkContext,
  use: SpecificationUse,
  target: LinkTarget,
): LinkResolution {
  const relation = use.schema === undefined ? 'operation' : 'schema';
  const outline = outlines.get(use.spec);
  const isThere = outline
    ? partOfUse(outline, use) !== undefined
    : outlines.has(use.spec) || SCHEME.test(use.spec);
  return { status: isThere ? 'ok' : 'broken', relation, target };
}

function spaceTarget(address: ParsedLink & { kind: 'space' }): LinkTarget {
  const { kind, ...target } = address;
  return { key: `space:${target.spaceId}/${target.pageId ?? ''}#${target.anchor ?? ''}`, kind, ...target };
}

function resolveFile(file: StoredFileRef | undefined, fileId: string): LinkResolution {
  const target: LinkTarget = { key: `file:${fileId}`, kind: 'file', ...(file && { file }) };
  return { status: file ? 'ok' : 'broken', relation: 'file', target };
}

function missingPage(key: string, pageId?: string): LinkResolution {
  const target: LinkTarget = { key, kind: 'page', ...(pageId !== undefined && { pageId }) };
  return { status: 'broken', relation: 'page', target };
}

/** Whether a page has a place with a name, itself or in what it includes. */
function hasAnchor(context: LinkContext, page: StoredPage, anchor: string): boolean {
  return hasReferenceAnchor(context, page, anchor) || hasTextAnchor(context, page, anchor);
}

/** Whether the API reference on a page has it; one that is not read yet may have any. */
function hasReferenceAnchor({ content }: LinkContext, page: StoredPage, anchor: string): boolean {
  const spec = specOf(page);
  if (spec === undefined || !content.outlines.has(spec)) return false;
  const outline = content.outlines.get(spec);
  if (!outline) return true;
  const anchors = referenceAnchors(page, outline);
  // A heading of the page's own may have taken the name.
  return anchors.has(anchor) || anchors.has(anchor.replace(/-\d+$/, ''));
}

function hasTextAnchor(context: LinkContext, page: StoredPage, anchor: string): boolean {
  const { textLinks } = context.content;
  if (page.documentId === undefined) return false;
  if (textLinks.get(page.documentId)?.anchors.has(anchor)) return true;
  // One that the page has more than once has a number on the page.
  const names = new Set([anchor, anchor.replace(/-\d+$/, '')]);
  return [...includedIn(context, page).values()].some(({ documentId }) =>
    [...names].some((name) => textLinks.get(documentId)?.anchors.has(name)),
  );
}

function resolvePage(
  known: LinkContext,
  page: StoredPage | undefined,
  anchor: string | undefined,
): LinkResolution {
  if (!page) return missingPage('page:');
  if (anchor === undefined) {
    return { status: 'ok', relation: 'page', target: { key: `page:${page.id}`, kind: 'page', page } };
  }
  const target: LinkTarget = { key: `anchor:${page.id}#${anchor}`, kind: 'anchor', page, anchor };
  return { status: hasAnchor(known, page, anchor) ? 'ok' : 'broken', relation: 'anchor', target };
}
