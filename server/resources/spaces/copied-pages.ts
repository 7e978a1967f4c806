import type { StoredPage } from '#server/content/storage.ts';

/** What a copy calls the things that the original calls otherwise: old id to new id; what is missing keeps its id. */
export type NewIds = ReadonlyMap<string, string>;

/** Ids of all documents of a page tree. */
export function documentIdsOf(pages: readonly StoredPage[]): string[] {
  return pages.flatMap((page) => [
    ...(page.documentId === undefined ? [] : [page.documentId]),
    ...documentIdsOf(page.pages),
  ]);
}

/** A page tree whose pages point at the copies of their documents and files. */
export function withNewIds(pages: readonly StoredPage[], documents: NewIds, files: NewIds): StoredPage[] {
  return pages.map((page) => {
    const { documentId, cover } = page;
    const file = cover && files.get(cover.ref.file);
    return {
      ...page,
      ...(documentId !== undefined && { documentId: documents.get(documentId) ?? documentId }),
      ...(cover && file !== undefined && { cover: { ...cover, ref: { ...cover.ref, file } } }),
      pages: withNewIds(page.pages, documents, files),
    };
  });
}

/** Markdown whose addresses of files name the copies. */
export function withNewFiles(markdown: string, files: NewIds): string {
  return markdown.replace(/(\/files\/)(\w+)/g, (address, start: string, id: string) => {
    const file = files.get(id);
    return file === undefined ? address : start + file;
  });
}
