import type { ImportOptions, ImportPlan, PlannedBook, SourceTree } from './import-plan.ts';
import { folderItems } from './trees/folder-tree.ts';
import { readGitbookBook } from './trees/gitbook-tree.ts';
import type { Outline } from './trees/outline.ts';
import { folderOf } from './trees/paths.ts';
import { planBook } from './trees/plan-book.ts';
import { Report } from './trees/report.ts';
import { SourceFiles } from './trees/source-files.ts';

/** Reads a tree of files: which books it holds, their pages in order, and what of them was changed or left out. Pure. */
export function planImport(tree: SourceTree, _options: ImportOptions = {}): ImportPlan {
  const files = new SourceFiles(tree);
  const report = new Report();
  const outlines = readOutlines(files, report);
  const books: PlannedBook[] = outlines.map((outline) => planBook(outline, files, report));
  const kind = outlines[0]?.kind ?? 'markdown';
  const isEmpty = books.every(({ pages }) => pages.length === 0);
  return {
    kind,
    books,
    innerArchives: [],
    report: report.finish(),
    ...(isEmpty && { problem: 'The source contains no pages.' }),
  };
}

function readOutlines(files: SourceFiles, report: Report): Outline[] {
  const [settings] = files.named('.gitbook.yaml');
  if (settings !== undefined) return [readGitbookBook(files, folderOf(settings), report)];
  const [summary] = files.named('summary.md');
  if (summary !== undefined) return [readGitbookBook(files, folderOf(summary), report)];
  return [{ kind: 'markdown', title: undefined, root: '', items: folderItems(files, { root: '' }) }];
}
