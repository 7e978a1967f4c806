import { replaceLinks } from '#api/source-links.ts';
import {
  fileNameOf,
  folderOf,
  isFolderFile,
  outsidePath,
  relativePath,
  resolveSourcePath,
  type SourcePaths,
} from '#api/source-paths.ts';
import { flattenPages, type PagePosition, pagePositions, sharedLists } from '../pages/page-tree.ts';
import type { StoredContent, StoredPage } from '../pages/storage.ts';

/** The new paths of the files of pages that were moved or have another slug, by page id. */
export function findMovedFiles(
  before: Pick<StoredContent, 'pages'>,
  after: Pick<StoredContent, 'pages' | 'files'> & Partial<StoredContent>,
): Map<string, string> {
  const shared = sharedLists(before.pages, after.pages);
  const previous = pagePositions(before.pages, shared);
  const moved = [...pagePositions(after.pages, shared)].flatMap(([id, position]) => {
    const was = previous.get(id);
    if (!was || !position.page.git) return [];
    const isRenamed = was.page.slug !== position.page.slug;
    return isRenamed || was.parentId !== position.parentId ? [{ position, isRenamed }] : [];
  });
  if (moved.length === 0) return new Map();
  const present = pagePositions(after.pages);
  const paths = new Map<string, string>();
  for (const [id, { page }] of present) if (page.git) paths.set(id, page.git.path);
  const others = [...after.files, ...(after.reusableContents ?? [])].flatMap(({ git }) => git?.path ?? []);
  const files = new BookFiles(present, paths, others);
  for (const { position, isRenamed } of moved) files.move(position, isRenamed);
  return new Map([...paths].filter(([id, path]) => present.get(id)?.page.git?.path !== path));
}

/** The folder that pages below the page of a file have theirs in. */
const folderBelow = (path: string): string =>
  isFolderFile(path) ? folderOf(path) : path.replace(/\.[^./]*$/, '');

const join = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

class BookFiles {
  readonly #positions: ReadonlyMap<string, PagePosition>;
  /** Of the files of pages, by page id. */
  readonly #paths: Map<string, string>;
  readonly #others: readonly string[];

  constructor(
    positions: ReadonlyMap<string, PagePosition>,
    paths: Map<string, string>,
    others: readonly string[],
  ) {
    this.#positions = positions;
    this.#paths = paths;
    this.#others = others;
  }

  move({ page, parentId }: PagePosition, isRenamed: boolean): void {
    const path = this.#paths.get(page.id) ?? '';
    const isFolder = isFolderFile(path);
    // The readme of the root stands for the whole book.
    if (isFolder && folderOf(path) === '') return;
    const extension = /\.[^./]*$/.exec(path)?.[0] ?? '.md';
    const own = isFolder ? fileNameOf(folderOf(path)) : fileNameOf(path).slice(0, -extension.length);
    const name = isRenamed ? page.slug : own;
    const folder = this.folderOf(parentId, page.id);
    const from = folderBelow(path);
    const below = flattenPages(page.pages).filter(({ id }) => this.#paths.get(id)?.startsWith(`${from}/`));
    const to = this.#freePath(join(folder, name), page.id, { path, isFolder, extension, below });
    this.#paths.set(page.id, to);
    for (const { id } of below) {
      this.#paths.set(id, folderBelow(to) + (this.#paths.get(id) ?? '').slice(from.length));
    }
  }

  /** The folder of the pages of a container: that of its page, else that of its other pages. */
  folderOf(parentId: string | null, exceptId?: string): string {
    const parent = parentId === null ? undefined : this.#positions.get(parentId);
    const path = parentId === null ? undefined : this.#paths.get(parentId);
    if (path !== undefined) return folderBelow(path);
    if (!parent) return '';
    for (const { id } of parent.page.pages) {
      const sibling = id === exceptId ? undefined : this.#paths.get(id);
      if (sibling !== undefined)
        return isFolderFile(sibling) ? folderOf(folderOf(sibling)) : folderOf(sibling);
    }
    return this.folderOf(parent.parentId);
  }

  /** The path of a file, with a number if another file has it. */
  #freePath(
    stem: string,
    id: string,
    {
      path,
      isFolder,
      extension,
      below,
    }: { path: string; isFolder: boolean; extension: string; below: readonly StoredPage[] },
  ): string {
    const own = new Set([id, ...below.map((page) => page.id)]);
    const taken = new Set(
      [...[...this.#paths].flatMap(([other, its]) => (own.has(other) ? [] : [its])), ...this.#others].map(
        (its) => its.toLowerCase(),
      ),
    );
    for (let number = 0; ; number += 1) {
      const start = number === 0 ? stem : `${stem}-${number}`;
      const candidate = isFolder ? `${start}/${fileNameOf(path)}` : start + extension;
      if (!taken.has(candidate.toLowerCase())) return candidate;
    }
  }
}

/** Pages with the new paths of their files. */
export function withMovedFiles(
  pages: readonly StoredPage[],
  moved: ReadonlyMap<string, string>,
): StoredPage[] {
  return pages.map((page) => {
    const path = moved.get(page.id);
    const below = withMovedFiles(page.pages, moved);
    return { ...page, ...(path !== undefined && { git: { path } }), pages: below };
  });
}

/** The files of a book before and after a move. */
export interface MovedBook {
  before: SourcePaths;
  after: SourcePaths;
  /** The path of a file by the id of its page, file or reusable content, after the move. */
  pathOf: (id: string) => string | undefined;
  /** Whether paths out of the book name files of a repository, which stay the same ones. */
  isInRepository?: boolean;
}

/**
 * The address that a link needs after a move; undefined where it leads to the same as before. It keeps its form: from the
 * root or relative, with or without an ending, to the file or to its folder.
 */
export function movedAddress(
  { before, after, pathOf, isInRepository }: MovedBook,
  file: { from: string; to: string },
  address: string,
): string | undefined {
  const target = resolveSourcePath(before, file.from, address);
  if (!target) return isInRepository === true ? movedOutside(file, address) : undefined;
  const now = resolveSourcePath(after, file.to, address);
  if (now?.kind === target.kind && now.id === target.id) return undefined;
  const path = pathOf(target.id);
  if (path === undefined) return undefined;
  const end = /[?#].*$/s.exec(address)?.[0] ?? '';
  const written = address.slice(0, address.length - end.length);
  const isRooted = written.startsWith('/');
  const whole = isRooted ? `/${relativePath('', path)}` : relativePath(file.to, path);
  const forms = [
    ...(isFolderFile(path) && !/\.[a-z]+$/i.test(written) ? [whole.replace(/[^/]*$/, '')] : []),
    ...(/\.(?:mdx?|markdown)$/i.test(written) ? [] : [whole.replace(/\.(?:mdx?|markdown)$/i, '')]),
    whole,
  ];
  const form = forms.find((candidate) => {
    const found = candidate === '' ? undefined : resolveSourcePath(after, file.to, candidate);
    return found?.kind === target.kind && found.id === target.id;
  });
  return form === undefined ? undefined : form + end;
}

/** The address of the same place out of the book, from where the file is now. */
function movedOutside({ from, to }: { from: string; to: string }, address: string): string | undefined {
  const path = outsidePath(from, address);
  if (path === undefined || outsidePath(to, address) === path) return undefined;
  return relativePath(to, path) + (/[?#].*$/s.exec(address)?.[0] ?? '');
}

/** A text with the links that a move changes. */
export function withMovedLinks(
  book: MovedBook,
  file: { from: string; to: string },
  markdown: string,
): string {
  return replaceLinks(markdown, (address) => movedAddress(book, file, address));
}
