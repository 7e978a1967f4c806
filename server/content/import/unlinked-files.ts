import { batchesOf } from '#server/base/batches.ts';
import { groupBy } from '#server/base/group-by.ts';
import type { PlannedBook, PlannedPage, ReportEntry } from './import-plan.ts';
import { folderOf, nameOf } from './trees/paths.ts';
import type { SourceFiles } from './trees/source-files.ts';

/** What readers open or see. A repository has thousands of others, which are no documentation. */
const FOR_READERS =
  /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|epub|zip|gz|7z|png|jpe?g|gif|webp|avif|svg|mp[34]|webm|mov|og[agv]|wav)$/i;
/** The files of one entry by the characters of their names, as a message is cut after 500. */
const ENTRY_FILES = { size: 400, sizeOf: (path: string) => nameOf(path).length + 2 };

/** Files for readers that no page links to, which are not imported: an entry for a folder, with their names. */
export function reportUnlinked(files: SourceFiles, books: readonly PlannedBook[]): ReportEntry[] {
  const used = new Set(
    books.flatMap((book) => [
      ...book.files.map(({ from }) => from),
      ...keysOf(book.pages).map((key) => files.original(key)),
    ]),
  );
  const unlinked = files.paths.filter((path) => FOR_READERS.test(path) && !used.has(files.original(path)));
  return [...groupBy(unlinked, folderOf)].flatMap(([folder, paths]) =>
    [...batchesOf(paths, ENTRY_FILES)].map((batch) => toEntry(folder, batch)),
  );
}

function toEntry(folder: string, paths: readonly string[]): ReportEntry {
  const [first = folder] = paths;
  if (paths.length === 1)
    return { path: first, kind: 'left-out', message: 'The file is left out: no page links to it.' };
  const names = paths.map(nameOf).join(', ');
  const message = `${paths.length} files are left out, as no page links to them: ${names}.`;
  return { path: folder, kind: 'left-out', message };
}

function keysOf(pages: readonly PlannedPage[]): string[] {
  return pages.flatMap(({ key, pages: below }) => [key, ...keysOf(below)]);
}
