import type { PlannedBook, PlannedPage, ReportEntry } from './import-plan.ts';
import { folderOf, nameOf } from './trees/paths.ts';
import type { SourceFiles } from './trees/source-files.ts';

/** What readers open or see. A repository has thousands of others, which are no documentation. */
const FOR_READERS =
  /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|epub|zip|gz|7z|png|jpe?g|gif|webp|avif|svg|mp[34]|webm|mov|og[agv]|wav)$/i;
/** A message is cut after 500 characters; the rest of the folder is in further entries. */
const MAX_NAMES_LENGTH = 400;

/** Files for readers that no page links to, which are not imported: an entry for a folder, with their names. */
export function reportUnlinked(files: SourceFiles, books: readonly PlannedBook[]): ReportEntry[] {
  const used = new Set(
    books.flatMap((book) => [
      ...book.files.map(({ from }) => from),
      ...keysOf(book.pages).map((key) => files.original(key)),
    ]),
  );
  const byFolder = new Map<string, string[]>();
  for (const path of files.paths) {
    if (!FOR_READERS.test(path) || used.has(files.original(path))) continue;
    const folder = folderOf(path);
    const paths = byFolder.get(folder);
    if (paths) paths.push(path);
    else byFolder.set(folder, [path]);
  }
  return [...byFolder].flatMap(([folder, paths]) =>
    listsOf(paths.map(nameOf)).map((names): ReportEntry => {
      const isOne = names.length === 1;
      return {
        path: isOne && folder !== '' ? `${folder}/${names[0]}` : isOne ? (names[0] ?? '') : folder,
        kind: 'left-out',
        message: isOne
          ? 'The file is left out: no page links to it.'
          : `${names.length} files are left out, as no page links to them: ${names.join(', ')}.`,
      };
    }),
  );
}

function keysOf(pages: readonly PlannedPage[]): string[] {
  return pages.flatMap(({ key, pages: below }) => [key, ...keysOf(below)]);
}

/** Names in lists that a message has room for. */
function listsOf(names: readonly string[]): string[][] {
  const lists: string[][] = [];
  let length = Infinity;
  for (const name of names) {
    length += name.length + 2;
    if (length > MAX_NAMES_LENGTH) {
      lists.push([]);
      length = name.length;
    }
    lists.at(-1)?.push(name);
  }
  return lists;
}
