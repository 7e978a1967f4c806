import { isTextFile, type PlannedBook, type PlannedPage, type TreeKind } from '../import/import-plan.ts';
import { readPointer } from '../import/large-files.ts';
import { planSource } from '../import/plan-import.ts';
import { type BranchNote, listFiles } from './list-files.ts';
import type { ObjectFolder } from './object-folder.ts';
import { RepositoryError } from './repository-error.ts';

const MEBIBYTE = 1024 * 1024;
const MAX_TEXT_BYTES = 10 * MEBIBYTE;
const MAX_TEXTS_BYTES = 64 * MEBIBYTE;

/** The book of a directory at one commit. */
export interface BranchBook {
  kind: TreeKind;
  book: PlannedBook;
  /** The ids of all files of the directory. */
  oids: ReadonlyMap<string, string>;
  notes: BranchNote[];
}

/** Kinds of which nothing is converted but what a page itself asks for. */
const KEPT_KINDS: readonly TreeKind[] = ['gitbook', 'mdbook', 'markdown'];

/** Whether files of this kind are other ones after they were edited here. */
export const needsConversion = (kind: TreeKind): boolean => !KEPT_KINDS.includes(kind);

/** The bytes of texts of several commits: most are the same. */
export type TextCache = Map<string, Buffer>;

/** Reads the book of a directory at a commit, as an import would. */
export async function readBook(
  folder: ObjectFolder,
  { commit, directory, cache }: { commit: string; directory: string; cache: TextCache },
): Promise<BranchBook> {
  const { tree } = await folder.readCommit(commit);
  const { files, notes, isPresent } = await listFiles(folder, { tree, directory });
  if (!isPresent && directory !== '')
    throw new RepositoryError('content-refused', `The branch has no directory ${JSON.stringify(directory)}.`);
  const { texts, left } = await readTexts(folder, files, cache);
  const leftPaths = new Set(left.map(({ path }) => path));
  const kept = files.filter(({ path }) => !leftPaths.has(path));
  const plan = await planSource({
    files: kept.map(({ path }) => ({ path, size: 0 })),
    texts,
    isRooted: true,
  });
  const [book, ...others] = plan.books;
  if (!book || (others.length > 0 && plan.books.every(({ root }) => root !== '')))
    throw new RepositoryError('content-refused', severalBooks(plan.books));
  return {
    kind: plan.kind,
    book: plan.books.find(({ root }) => root === '') ?? book,
    oids: new Map(kept.map(({ path, oid }) => [path, oid])),
    notes: [...notes, ...left],
  };
}

function severalBooks(books: readonly PlannedBook[]): string {
  const roots = books.map(({ root }) => JSON.stringify(root)).slice(0, 10);
  return `The directory holds several books: synchronize one of ${roots.join(', ')}.`;
}

async function readTexts(
  folder: ObjectFolder,
  files: readonly { path: string; oid: string }[],
  cache: TextCache,
): Promise<{ texts: Map<string, Buffer>; left: BranchNote[] }> {
  const texts = new Map<string, Buffer>();
  const left: BranchNote[] = [];
  let bytes = 0;
  for (const { path, oid } of files) {
    if (!isTextFile(path)) continue;
    const blob = cache.get(oid) ?? (await folder.readBlob(oid));
    if (readPointer(blob)) left.push({ path, message: 'It is a text that is stored with Git LFS.' });
    else if (blob.length > MAX_TEXT_BYTES) left.push({ path, message: 'Its text is larger than 10 MiB.' });
    else {
      bytes += blob.length;
      if (bytes > MAX_TEXTS_BYTES)
        throw new RepositoryError('too-large', 'The texts of the directory are larger than 64 MiB together.');
      cache.set(oid, blob);
      texts.set(path, blob);
    }
  }
  return { texts, left };
}

export function flattenPlanned(pages: readonly PlannedPage[]): PlannedPage[] {
  return pages.flatMap((page) => [page, ...flattenPlanned(page.pages)]);
}
