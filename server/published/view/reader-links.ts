import type { PathMap, SourcePaths, SourceTarget } from '#api/source-paths.ts';
import type { StoredPage } from '#server/content/pages/storage.ts';
import { sourcePathsOf } from '#server/content/source/content-paths.ts';
import type { FileList } from '#server/content/stored/file-list.ts';
import { parseAddress, type ParsedLink } from '#server/content/stored/resolve-links.ts';
import type { ReaderLink } from '../layout/reader-view.ts';
import { pageUrl, type ReaderContent } from '../visit/reader-content.ts';
import { type Place, siteSpaceUrl, type SiteTree } from '../visit/site-tree.ts';
import type { Visit } from '../visit/visit.ts';

/** Where the URLs of a text are resolved. */
export interface LinkScope {
  visit: Pick<Visit, 'base' | 'tree'> & { publicUrl: string };
  /** The address of the site space, with a trailing slash. */
  spaceUrl: string;
  content: ReaderContent;
  page: StoredPage;
}

/** Schemes of links that visitors may follow. */
const EXTERNAL_URL = /^(https?:\/\/|mailto:|tel:)/i;

/**
 * The address that a URL in a text has for the visitor; undefined where there is nothing, or nothing that this visitor
 * may see: pages that are missing, spaces that are not on this site, screens of the console.
 */
export function linkUrl(scope: LinkScope, href: string): string | undefined {
  const { visit, content, page, spaceUrl } = scope;
  const link = parseLink(scope, href);
  const at = (anchor: string | undefined) => (anchor === undefined ? '' : `#${encodeURIComponent(anchor)}`);
  switch (link.kind) {
    case 'external':
      return EXTERNAL_URL.test(href.trim()) ? href.trim() : undefined;
    case 'console':
      return undefined;
    case 'here':
      return link.anchor === undefined ? pageUrl(spaceUrl, content, page) : at(link.anchor);
    case 'file':
      return fileUrl(visit, content, link.fileId);
    case 'page':
    case 'path': {
      const target = link.kind === 'page' ? content.byId.get(link.pageId) : content.byPath.get(link.path);
      if (!target) return undefined;
      // Where a reference was one page, its anchors lead to what they named.
      const divided = content.operations.get(target.page.id)?.get(link.anchor ?? '') ?? target;
      return pageUrl(spaceUrl, content, divided.page) + at(link.anchor);
    }
    case 'space': {
      const place = placesOf(visit.tree).get(link.spaceId);
      if (!place) return undefined;
      if (link.pageId === undefined) return siteSpaceUrl(visit.base, place);
      // The current address of the page is looked up when the link is opened.
      return `${visit.base}~/pages/${place.siteSpace.id}/${encodeURIComponent(link.pageId)}${at(link.anchor)}`;
    }
  }
}

/** Where a URL in a text leads, by the URL and the files of the space alone. */
export function parseLink({ visit, content, page }: LinkScope, href: string): ParsedLink {
  const { publicUrl } = visit;
  const source = page.git && { paths: sourcePaths(content), path: page.git.path };
  return parseAddress(href, { spaceId: content.spaceId, pagePath: page.path, source, publicUrl });
}

const pathsByContent = new WeakMap<ReaderContent['stored'], SourcePaths>();

/** Remembered for each content, which never changes: a page asks once for each of its links. */
function sourcePaths({ stored, files }: ReaderContent): SourcePaths {
  const remembered = pathsByContent.get(stored);
  if (remembered) return remembered;
  const { pages, book } = stored;
  const paths = [...sourcePathsOf({ pages, book, files: [] }), { exact: new FilesByPath(files) }];
  pathsByContent.set(stored, paths);
  return paths;
}

/** Of files that are read when an address leads to them. */
class FilesByPath implements PathMap {
  readonly #files: FileList;

  constructor(files: FileList) {
    this.#files = files;
  }

  get(path: string): SourceTarget | undefined {
    const file = this.#files.atPath(path);
    return file && { kind: 'file', id: file.id };
  }

  *[Symbol.iterator](): Iterator<[string, SourceTarget]> {
    for (const { id, git } of this.#files.all()) if (git) yield [git.path, { kind: 'file', id }];
  }
}

/**
 * The address of a file of a space; undefined where the revision has no such file. Replaced bytes have a version, so
 * that visitors who have the previous ones ask for them; the address without it stays.
 */
export function fileUrl(
  { base }: Pick<Visit, 'base'>,
  { files, spaceId }: ReaderContent,
  fileId: string,
): string | undefined {
  const file = files.get(fileId);
  if (!file) return undefined;
  const version = file.data === undefined ? '' : `?v=${file.data}`;
  return `${base}~/files/${spaceId}/${file.id}/${encodeURIComponent(file.name)}${version}`;
}

const places = new WeakMap<SiteTree, ReadonlyMap<string, Place>>();

/**
 * The place of each space on a site, by space id. Of a space that is there more than once, it is the one that search,
 * links and search engines lead to: a default variant, best that of the default section, which has the shortest address.
 */
export function placesOf(tree: SiteTree): ReadonlyMap<string, Place> {
  const cachedPlaces = places.get(tree);
  if (cachedPlaces) return cachedPlaces;
  const all = tree.sections.flatMap((section) =>
    section.siteSpaces.map((siteSpace): Place => ({ section, siteSpace, rest: [] })),
  );
  const weight = ({ section, siteSpace }: Place) =>
    Number(siteSpace.isDefault) * 2 + Number(section.isDefault);
  const placesBySpace = new Map<string, Place>();
  for (const place of all.toSorted((a, b) => weight(b) - weight(a))) {
    if (!placesBySpace.has(place.siteSpace.spaceId)) placesBySpace.set(place.siteSpace.spaceId, place);
  }
  places.set(tree, placesBySpace);
  return placesBySpace;
}

/** Emoji and icon of what a link leads to. */
export function markOf({
  emoji,
  icon,
}: {
  emoji?: string | undefined;
  icon?: string | null | undefined;
}): Pick<ReaderLink, 'emoji' | 'icon'> {
  return { ...(isGiven(emoji) && { emoji }), ...(isGiven(icon) && { icon }) };
}

const isGiven = (text: string | null | undefined): text is string =>
  text !== null && text !== undefined && text !== '';

/** A link to a page of a space. */
export function linkToPage(spaceUrl: string, content: ReaderContent, page: StoredPage): ReaderLink {
  return { title: page.title, ...markOf(page), url: pageUrl(spaceUrl, content, page) };
}
