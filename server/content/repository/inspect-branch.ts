import { isTextFile, type PlannedPage, type TreeKind } from '../import/import-plan.ts';
import { planSource } from '../import/plan-import.ts';
import { type BranchNote, listFiles } from './list-files.ts';
import { ObjectFolder } from './object-folder.ts';
import { flattenPlanned, needsConversion } from './read-book.ts';
import { findSiteFiles, type FoundSiteFile } from './site-file.ts';

export interface BranchInspection {
  gitdir: string;
  commit: string;
  directory: string;
  /** Whether its books are looked for, too. */
  withBooks: boolean;
}

/** A book that could be synchronized. */
export interface InspectedBook {
  /** From the directory; empty for itself. */
  path: string;
  kind: TreeKind;
  title: string;
  pages: number;
  files: number;
  needsConversion: boolean;
}

export interface InspectedBranch {
  /** Files of the directory; none if it is not there. */
  files: number;
  books: InspectedBook[];
  siteFiles: FoundSiteFile[];
  notes: BranchNote[];
}

const MAX_TEXTS_BYTES = 64 * 1024 * 1024;

/** What a directory of a commit holds. */
export async function inspectBranch(inspection: BranchInspection): Promise<InspectedBranch> {
  const { gitdir, commit, directory, withBooks } = inspection;
  const folder = new ObjectFolder(gitdir);
  const { tree } = await folder.readCommit(commit);
  const { files, notes } = await listFiles(folder, { tree, directory });
  if (!withBooks || files.length === 0) return { files: files.length, books: [], siteFiles: [], notes };
  const texts = new Map<string, Buffer>();
  let bytes = 0;
  for (const { path, oid } of files) {
    if (!isTextFile(path) || bytes > MAX_TEXTS_BYTES) continue;
    const text = await folder.readBlob(oid);
    bytes += text.length;
    texts.set(path, text);
  }
  const plan = await planSource({
    files: files.map(({ path }) => ({ path, size: 0 })),
    texts,
    isRooted: true,
  });
  const books = plan.books.map((book) => ({
    path: book.folder,
    kind: plan.kind,
    title: book.title,
    pages: countDocuments(book.pages),
    files: book.files.length,
    needsConversion: needsConversion(plan.kind),
  }));
  return {
    files: files.length,
    books: books.filter(({ pages }) => pages > 0),
    siteFiles: await findSiteFiles(folder, files),
    notes,
  };
}

function countDocuments(pages: readonly PlannedPage[]): number {
  return flattenPlanned(pages).filter(({ type }) => type === 'document').length;
}
