import { isDeepStrictEqual } from 'node:util';
import { flattenPages, withPaths } from '#server/content/pages/page-tree.ts';
import {
  bytesIdOf,
  type StoredBook,
  type StoredContent,
  type StoredFileRef,
  type StoredPage,
  type StoredReusableContent,
} from '#server/content/pages/storage.ts';
import { countOf } from '#server/lists/lists.ts';

/** Content with a book in it, and what has changed. */
export interface BookChange {
  content: StoredContent;
  addedPages: number;
  updatedPages: number;
  removedPages: number;
  /** Added or replaced. */
  files: number;
}

interface BookOptions {
  /** Paths that the last import of this source brought: what the source has no longer is removed. */
  previousPaths?: ReadonlySet<string>;
}

/**
 * Puts a book into content. What came from the same path is updated: it keeps its id, with its comments, and its address.
 * What was written here stays where it is.
 */
export function addBook(current: StoredContent, book: StoredContent, options: BookOptions = {}): BookChange {
  const files = updateFiles(current.files, book.files, options);
  const tree = new BookTree(current.pages, files.idOf, options.previousPaths ?? new Set());
  const pages = tree.build(book.pages);
  return {
    content: {
      ...current,
      ...(book.book && { book: withNeighbors(book.book, current.book) }),
      pages: withPaths(pages, new Set(flattenPages(current.pages).map(({ id }) => id))),
      files: files.files,
      reusableContents: updateReusables(current.reusableContents, book.reusableContents),
    },
    addedPages: tree.added,
    updatedPages: tree.updated,
    removedPages: tree.removed,
    files: files.changed,
  };
}

/** A book alone does not say where its paths to others lead: what an import of all of them found stays. */
function withNeighbors(book: StoredBook, current: StoredBook = {}): StoredBook {
  const found = new Set(book.neighbors?.map(({ path }) => path));
  const kept = (current.neighbors ?? []).filter(({ path }) => !found.has(path));
  return kept.length === 0 ? book : { ...book, neighbors: [...kept, ...(book.neighbors ?? [])] };
}

export function summaryOf(
  { addedPages, updatedPages, files }: Omit<BookChange, 'content'>,
  origin: string,
): string {
  const count = addedPages + updatedPages + files;
  return `Imported ${countOf(count, 'page or file', 'pages and files')} from ${origin}.`;
}

class BookTree {
  added = 0;
  updated = 0;
  removed = 0;
  readonly #current: readonly StoredPage[];
  readonly #byPath = new Map<string, StoredPage>();
  readonly #fileIdOf: (id: string) => string;
  readonly #previousPaths: ReadonlySet<string>;
  /** Pages of the current tree that are in the new one. */
  readonly #adopted = new Set<string>();

  constructor(
    current: readonly StoredPage[],
    fileIdOf: (id: string) => string,
    previousPaths: ReadonlySet<string>,
  ) {
    this.#current = current;
    this.#fileIdOf = fileIdOf;
    this.#previousPaths = previousPaths;
    for (const page of flattenPages(current)) if (page.git) this.#byPath.set(page.git.path, page);
  }

  build(book: readonly StoredPage[]): StoredPage[] {
    this.#claim(book, this.#current);
    const pages = book.map((page) => this.#adopt(page, this.#current));
    const firstAdopted = this.#current.findIndex(({ id }) => this.#adopted.has(id));
    const cut = firstAdopted === -1 ? this.#current.length : firstAdopted;
    return [
      ...this.#restOf(this.#current.slice(0, cut)),
      ...pages,
      ...this.#restOf(this.#current.slice(cut)),
    ];
  }

  /** Marks what is updated before anything is built: a page may have moved below one that comes before it. */
  #claim(pages: readonly StoredPage[], beside: readonly StoredPage[]): void {
    for (const page of pages) {
      const present = this.#find(page, beside);
      if (present) this.#adopted.add(present.id);
      this.#claim(page.pages, present?.pages ?? []);
    }
  }

  /** The page of the current tree that a page of the book updates: by its path; groups and links by title and place. */
  #find(page: StoredPage, beside: readonly StoredPage[]): StoredPage | undefined {
    if (page.git) return this.#byPath.get(page.git.path);
    if (this.#byPath.size === 0 || page.type === 'document') return undefined;
    return beside.find(({ type, title, git }) => !git && type === page.type && title === page.title);
  }

  #adopt(page: StoredPage, beside: readonly StoredPage[]): StoredPage {
    const present = this.#find(page, beside);
    const below = page.pages.map((child) => this.#adopt(child, present?.pages ?? []));
    const cover = page.cover && {
      ...page.cover,
      ref: { ...page.cover.ref, file: this.#fileIdOf(page.cover.ref.file) },
    };
    const renewed = { ...page, ...(cover && { cover }), pages: below };
    if (!present) {
      this.added += 1;
      return renewed;
    }
    const { id, slug, path, createdAt, updatedAt } = present;
    const kept = { ...renewed, id, slug, path, createdAt };
    const pages = [...below, ...this.#restOf(present.pages)];
    if (isDeepStrictEqual(fieldsOf({ ...kept, updatedAt }), fieldsOf(present)))
      return { ...kept, updatedAt, pages };
    this.updated += 1;
    return { ...kept, pages };
  }

  /** What the book does not update of a list of pages: what was written here, or came from elsewhere. */
  #restOf(pages: readonly StoredPage[]): StoredPage[] {
    return pages.flatMap((page) => {
      if (this.#adopted.has(page.id)) return [];
      const below = this.#restOf(page.pages);
      const isGone = page.git && this.#previousPaths.has(page.git.path);
      // A group goes with its last page.
      const isEmptied = page.type === 'group' && page.pages.length > 0 && below.length === 0;
      if (isGone || isEmptied) {
        this.removed += 1;
        return below;
      }
      return [below.length === page.pages.length ? page : { ...page, pages: below }];
    });
  }
}

/** Everything of a page but its subpages. */
function fieldsOf({ pages: _pages, ...fields }: StoredPage): object {
  return fields;
}

function updateFiles(
  current: readonly StoredFileRef[],
  added: readonly StoredFileRef[],
  { previousPaths = new Set() }: BookOptions,
): { files: StoredFileRef[]; changed: number; idOf: (id: string) => string } {
  const byPath = new Map(current.flatMap((file) => (file.git ? [[file.git.path, file] as const] : [])));
  const ids = new Map<string, string>();
  const renewed = new Map<string, StoredFileRef>();
  const others: StoredFileRef[] = [];
  let changed = 0;
  for (const file of added) {
    const present = file.git && byPath.get(file.git.path);
    if (!present) {
      others.push(file);
      changed += 1;
      continue;
    }
    ids.set(file.id, present.id);
    const data = bytesIdOf(file);
    const isSame = bytesIdOf(present) === data;
    renewed.set(present.id, isSame ? present : { ...file, id: present.id, data });
    if (!isSame) changed += 1;
  }
  const kept = current.filter(({ id, git }) => renewed.has(id) || !git || !previousPaths.has(git.path));
  return {
    files: [...kept.map((file) => renewed.get(file.id) ?? file), ...others],
    changed,
    idOf: (id) => ids.get(id) ?? id,
  };
}

function updateReusables(
  current: readonly StoredReusableContent[],
  added: readonly StoredReusableContent[],
): StoredReusableContent[] {
  const byPath = new Map(added.flatMap((one) => (one.git ? [[one.git.path, one] as const] : [])));
  const renewed = current.map((one) => {
    const next = one.git && byPath.get(one.git.path);
    return next ? { ...next, id: one.id } : one;
  });
  const presentPaths = new Set(current.flatMap(({ git }) => (git ? [git.path] : [])));
  return [...renewed, ...added.filter(({ git }) => !git || !presentPaths.has(git.path))];
}
