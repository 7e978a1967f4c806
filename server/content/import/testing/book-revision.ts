/** Revisions as imports make them of books, without a database, and the files that exports make of them. */
import { withPaths } from '../../pages/page-tree.ts';
import { documentIdOf, hashId, type StoredContent, type StoredPage } from '../../pages/storage.ts';
import { listBookFiles } from '../../source/write-book.ts';
import { bookPathOf, isTextFile, type PlannedBook, type PlannedPage } from '../import-plan.ts';
import { planImport } from '../plan-import.ts';

export type Files = Record<string, string>;

const NOW = '2026-01-01T00:00:00.000Z';

export function planOf(files: Files): PlannedBook {
  const texts = new Map(
    Object.entries(files).flatMap(([path, text]) => (isTextFile(path) ? [[path, Buffer.from(text)]] : [])),
  );
  const list = Object.entries(files).map(([path, text]) => ({ path, size: Buffer.byteLength(text) }));
  const [book] = planImport({ files: list, texts }).books;
  if (!book) throw new Error('There is no book.');
  return book;
}

/** The revision that an import makes of a book; ids are made of paths. */
export function revisionOf(book: PlannedBook) {
  const texts = new Map<string, string>();
  const keep = (text: string) => {
    const id = documentIdOf(text);
    texts.set(id, text);
    return id;
  };
  const toPage = ({ key, markdown, cover, pages, ...planned }: PlannedPage): StoredPage => ({
    ...planned,
    id: hashId(key),
    slug: planned.slug ?? hashId(key),
    path: '',
    ...(markdown !== undefined && { documentId: keep(markdown) }),
    ...(cover && { cover: { ref: { kind: 'file' as const, file: hashId(cover.path) }, yPos: cover.yPos } }),
    createdAt: NOW,
    updatedAt: NOW,
    pages: pages.map(toPage),
  });
  const content: StoredContent & { spaceId: string } = {
    spaceId: 'space',
    pages: withPaths(book.pages.map(toPage)),
    files: book.files.map(({ path }) => ({
      id: hashId(path),
      name: path.slice(path.lastIndexOf('/') + 1),
      contentType: 'image/png',
      size: 1,
      width: null,
      height: null,
      git: { path },
    })),
    reusableContents: book.includes.map(({ path, markdown, ...fields }) => ({
      ...fields,
      id: hashId(path),
      documentId: keep(markdown),
      git: { path },
    })),
    book: {
      ...(book.root !== book.folder && { root: bookPathOf({ root: book.folder }, book.root) }),
      texts: book.texts.map(({ text, ...fields }) => ({ ...fields, documentId: keep(text) })),
      ...(book.tags.length > 0 && { tags: book.tags }),
      ...(Object.keys(book.vars).length > 0 && { vars: book.vars }),
    },
  };
  return { content, texts };
}

export function exportOf({ content, texts }: ReturnType<typeof revisionOf>, source: Files): Files {
  return Object.fromEntries(
    listBookFiles(content).map((entry) => [
      entry.path,
      'file' in entry ? String(source[entry.path] ?? '') : entry.text(texts).toString('utf8'),
    ]),
  );
}
