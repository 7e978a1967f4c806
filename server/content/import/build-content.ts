import { HeadingAnchors } from '#api/heading-anchors.ts';
import { replaceTargets } from '#api/source-links.ts';
import { newId } from '#server/base/ids.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import type { ParsedText } from '../links/parse-document.ts';
import { slugOf } from '../pages/page-tree.ts';
import { documentIdOf, type StoredFileRef, type StoredPage } from '../pages/storage.ts';
import { unpack } from './convert-pages.ts';
import type { CollectedContent, PackedPage, ImportedHeading, ImportedPage } from './imported-page.ts';
import { inspectImage } from './inspect-image.ts';
import { keyOf } from './page-key.ts';
import { fileNameOf } from './parse-markdown.ts';

const MAX_TITLE_LENGTH = 200;

/** An image as a file of a space. */
export interface ImportedFile {
  ref: StoredFileRef;
  data: Buffer;
}

/** The pages that an import adds to a space. Their paths are assigned later. */
export interface BuiltPages {
  pages: StoredPage[];
  texts: ParsedText[];
}

/**
 * Converts collected pages into pages of a space, with links among them by id; `fileIds` maps image keys to file ids.
 */
export async function buildPages({
  pages,
  fileIds,
  now,
}: {
  pages: PackedPage[];
  fileIds: Map<string, string>;
  now: string;
}): Promise<BuiltPages> {
  const imported = pages.map((page) => unpack(page));
  const builder = new PageBuilder(now, fileIds);
  builder.assignIds(imported);
  const built = imported.map((page) => builder.build(page));
  // Loaded here, in a task process: the highlighter is large.
  const { parseWithHtml } = await import('../html/parse-with-html.ts');
  return { pages: built, texts: builder.texts.map((markdown) => parseWithHtml(markdown)) };
}

/** The collected images as files of a space, by key. */
export function buildFiles(images: CollectedContent['images']): Map<string, ImportedFile> {
  const files = new Map<string, ImportedFile>();
  for (const [key, bytes] of images) {
    const kind = inspectImage(bytes);
    if (!kind) continue;
    const { extension, ...measured } = kind;
    const stem = fileNameOf(key)
      .replace(/\.\w{1,5}$/, '')
      .slice(0, 100);
    const name = `${stem === '' ? 'image' : stem}.${extension}`;
    const ref = { id: newId(), name, size: bytes.length, ...measured };
    files.set(key, { ref, data: Buffer.from(bytes) });
  }
  return files;
}

/** The id of a page, and the anchors of its headings. */
interface LinkablePage {
  id: string;
  anchors: Map<string, string>;
}

class PageBuilder {
  readonly texts: string[] = [];
  readonly #linkable = new Map<string, LinkablePage>();
  readonly #now: string;
  readonly #fileIds: ReadonlyMap<string, string>;

  constructor(now: string, fileIds: ReadonlyMap<string, string>) {
    this.#now = now;
    this.#fileIds = fileIds;
  }

  /** Assigns ids to all pages before links are written. */
  assignIds(pages: readonly ImportedPage[]): void {
    for (const page of pages) {
      this.#linkable.set(page.key, { id: newId(), anchors: anchorsOf(page.headings, page.title) });
      this.assignIds(page.pages);
    }
  }

  build(page: ImportedPage): StoredPage {
    const title = page.title.slice(0, MAX_TITLE_LENGTH);
    const common = {
      id: this.#linkable.get(page.key)?.id ?? newId(),
      title,
      slug: slugOf(title),
      path: '',
      createdAt: this.#now,
      updatedAt: this.#now,
    };
    const pages = page.pages.map((below) => this.build(below));
    if (page.markdown === undefined) return { ...common, type: 'group', pages };
    const text = replaceTargets(page.markdown, page.targets, (target) => this.#newTarget(page, target));
    this.texts.push(text);
    return { ...common, type: 'document', documentId: documentIdOf(text), pages };
  }

  #newTarget(page: ImportedPage, target: string): string | undefined {
    const [path = '', fragment] = target.split('#', 2);
    const key = path === '' ? page.key : resolveKey(path, page.key);
    const fileId = this.#fileIds.get(key) ?? this.#fileIds.get(decoded(key));
    if (fileId !== undefined) return `/files/${fileId}`;
    const linkable = candidateKeys(key)
      .map((name) => this.#linkable.get(name))
      .find((found) => found !== undefined);
    if (!linkable) return undefined;
    const anchor = fragment === undefined ? undefined : (linkable.anchors.get(decoded(fragment)) ?? fragment);
    // An empty fragment and "top" mean the whole page.
    const suffix = anchor === undefined || anchor === '' || anchor === 'top' ? '' : `#${anchor}`;
    const isSame = linkable === this.#linkable.get(page.key);
    return isSame && suffix !== '' ? suffix : `/pages/${linkable.id}${suffix}`;
  }
}

/** The keys under which a linked page may be known. */
function candidateKeys(key: string): string[] {
  if (parseUrl(key)) return [keyOf(key)];
  const bare = key.replace(/\/$/, '');
  return [key, decoded(key), `${bare}/`, `${bare}.md`, `${bare}/README.md`, `${bare}/index.md`];
}

/** Resolves a target to a key, relative to the page at `from`: a URL, or a path in an archive. */
function resolveKey(target: string, from: string): string {
  if (parseUrl(from)) {
    return parseUrl(target, from)?.href ?? target;
  }
  const base = `http://archive/${from.replaceAll('%', '%25')}`;
  const url = parseUrl(target, base);
  // Targets outside the archive, or invalid ones, stay unchanged.
  return url?.host === 'archive' && url.protocol === 'http:' ? decoded(url.pathname.slice(1)) : target;
}

/** Anchors by their previous names; the heading that repeats the title is not in the text. */
function anchorsOf(headings: readonly ImportedHeading[], title: string): Map<string, string> {
  const slugs = new HeadingAnchors();
  const anchors = new Map<string, string>();
  headings.forEach(({ names, text }, index) => {
    const anchor = index === 0 && text === title ? '' : slugs.next(text).anchor;
    for (const name of names) anchors.set(name, anchor);
  });
  return anchors;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
