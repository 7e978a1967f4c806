import { slugOf } from '#api/slug.ts';
import {
  documentIdOf,
  type StoredBook,
  type StoredBookRedirect,
  type StoredContent,
  type StoredFileRef,
  type StoredNeighbor,
  type StoredPage,
  type StoredReusableContent,
} from '../pages/storage.ts';
import { bookPathOf, type PlannedBook, type PlannedPage } from './import-plan.ts';

const MAX_TITLE_LENGTH = 200;

export interface StoredBookOptions {
  /** By their paths within the book. */
  files: ReadonlyMap<string, StoredFileRef>;
  redirects: readonly StoredBookRedirect[];
  /** The pages of other spaces that its texts link to. */
  neighbors?: readonly StoredNeighbor[];
  now: string;
  /** The id of a page, by its key, or of a reusable content, by `include:` and its path. */
  idOf: (key: string) => string;
}

/** A planned book as a revision has it; its texts and files may not be stored yet. */
export function toStoredContent(book: PlannedBook, options: StoredBookOptions): StoredContent {
  const { files, idOf } = options;
  const reusableContents = book.includes.map(({ path, markdown, ...fields }): StoredReusableContent => {
    return { ...fields, id: idOf(`include:${path}`), documentId: documentIdOf(markdown), git: { path } };
  });
  return {
    pages: book.pages.map((page) => toStoredPage(page, options)),
    files: [...files.values()],
    reusableContents,
    book: toStoredBook(book, options),
  };
}

function toStoredBook(
  { root, folder, vars, tags, texts }: PlannedBook,
  { redirects, neighbors = [] }: StoredBookOptions,
): StoredBook {
  return {
    ...(root !== folder && { root: bookPathOf({ root: folder }, root) }),
    ...(texts.length > 0 && {
      texts: texts.map(({ text, ...fields }) => ({ ...fields, documentId: documentIdOf(text) })),
    }),
    ...(Object.keys(vars).length > 0 && { vars }),
    ...(tags.length > 0 && { tags }),
    ...(redirects.length > 0 && { redirects: [...redirects] }),
    ...(neighbors.length > 0 && { neighbors: [...neighbors] }),
  };
}

function toStoredPage(planned: PlannedPage, options: StoredBookOptions): StoredPage {
  const { key, isConverted: _isConverted, cover, markdown, pages, slug, title, ...fields } = planned;
  const file = cover && options.files.get(cover.path);
  return {
    ...fields,
    id: options.idOf(key),
    title: [...title].slice(0, MAX_TITLE_LENGTH).join(''),
    slug: slug ?? slugOf(title),
    path: '',
    ...(cover && file && { cover: { ref: { kind: 'file', file: file.id }, yPos: cover.yPos } }),
    ...(markdown !== undefined && { documentId: documentIdOf(markdown) }),
    createdAt: options.now,
    updatedAt: options.now,
    pages: pages.map((page) => toStoredPage(page, options)),
  };
}
