import type {
  ImportOptions,
  ImportPlan,
  PlannedPage,
  PlannedSite,
  ReportEntry,
  SourceTree,
} from './import-plan.ts';
import { confluenceXmlProblem, readConfluence } from './trees/confluence-tree.ts';
import { readDocusaurusBooks } from './trees/docusaurus-tree.ts';
import { folderItems } from './trees/folder-tree.ts';
import { readGitbookBook } from './trees/gitbook-tree.ts';
import { readMintlifyBooks } from './trees/mintlify-tree.ts';
import { readMdbook, readMkdocsBook } from './trees/mkdocs-tree.ts';
import { readNotion } from './trees/notion-tree.ts';
import { type Outline, PAGE_FILE } from './trees/outline.ts';
import { folderOf } from './trees/paths.ts';
import { planBook } from './trees/plan-book.ts';
import { Report } from './trees/report.ts';
import { readSite } from './trees/site-structure.ts';
import { SourceBooks } from './trees/source-books.ts';
import { SourceFiles } from './trees/source-files.ts';
import { splitHeadings } from './trees/split-headings.ts';
import { readStarlightBooks } from './trees/starlight-tree.ts';
import { readWebsite } from './trees/website-tree.ts';
import { readWiki } from './trees/wiki-tree.ts';
import { reportUnlinked } from './unlinked-files.ts';

/** Plans a source whose Word documents are still to be converted. */
export async function planSource(tree: SourceTree, options: ImportOptions = {}): Promise<ImportPlan> {
  const texts = new Map(tree.texts);
  const entries: ReportEntry[] = [];
  for (const [path, bytes] of tree.texts) {
    if (!/\.docx$/i.test(path)) continue;
    // Loaded for documents only.
    const { convertDocx } = await import('./convert-docx.ts');
    const converted = await convertDocx(bytes);
    const isProblem = 'problem' in converted;
    texts.set(path, Buffer.from(isProblem ? '' : converted.html));
    const messages = isProblem ? [converted.problem] : converted.messages;
    for (const message of messages) entries.push({ path, kind: isProblem ? 'left-out' : 'warning', message });
  }
  const plan = planImport({ ...tree, texts }, options);
  return { ...plan, report: [...entries, ...plan.report] };
}

/** Reads a tree of files: which books it holds, their pages in order, and what of them was changed or left out. Pure. */
export function planImport(tree: SourceTree, options: ImportOptions = {}): ImportPlan {
  const files = new SourceFiles(tree);
  const report = new Report();
  const pages = tree.fetched?.pages;
  const { outlines: all, site }: Outlines = pages
    ? { outlines: [readWebsite(pages, options.source)] }
    : readOutlines(files, report, options);
  const leaveOut = new Set(options.leaveOut);
  const outlines = all.filter((_, position) => !leaveOut.has(position));
  const leftOut = all.filter((_, position) => leaveOut.has(position));
  for (const { root, title } of leftOut)
    report.add({
      path: root,
      kind: 'left-out',
      message: `The book ${JSON.stringify(title ?? '')} is left out, as you chose.`,
    });
  const source = { files, report, books: new SourceBooks(outlines, leftOut), origin: options.origin };
  const books = outlines.map((outline, number) => planBook(outline, number, source));
  if (options.splitHeadings === true)
    for (const book of books) for (const page of documentsOf(book.pages)) splitHeadings(page);
  const innerArchives = innerArchivesOf(files);
  for (const entry of reportUnlinked(files, books)) report.add(entry);
  const isEmpty = books.every(({ pages }) => pages.length === 0);
  const unknown = options.leaveOut?.find((position) => position >= all.length);
  return {
    kind: outlines[0]?.kind ?? 'markdown',
    books,
    ...(site && { site }),
    innerArchives,
    report: report.finish(),
    ...(isEmpty && { problem: problemOf(files, all.length > 0 && outlines.length === 0) }),
    ...(unknown !== undefined && {
      problem: `Book ${unknown} cannot be left out: the source has ${all.length}, counted from 0.`,
    }),
  };
}

function problemOf(files: SourceFiles, isAllLeftOut: boolean): string {
  if (isAllLeftOut) return 'All books of the source are left out.';
  return confluenceXmlProblem(files) ?? 'The source contains no pages.';
}

interface Outlines {
  outlines: Outline[];
  site?: PlannedSite;
}

/** The first kind that fits; several books of it where their settings are equally near the top. */
function readOutlines(files: SourceFiles, report: Report, { source }: ImportOptions): Outlines {
  const several = readSite(files, report);
  if (several) return several;
  const gitbooks = nearest(files.named('.gitbook.yaml'));
  const isMoved = gitbooks.length > 0 && isDocusaurus(files);
  if (gitbooks.length > 0 && !isMoved)
    return { outlines: gitbooks.map((path) => readGitbookBook(files, folderOf(path), report)) };
  const mdbooks = nearest(files.named('book.toml'));
  if (mdbooks.length > 0) return { outlines: mdbooks.map((path) => readMdbook(files, path, report)) };
  const mkdocs = nearest(files.named('mkdocs.yml', 'mkdocs.yaml'));
  if (mkdocs.length > 0) return { outlines: mkdocs.map((path) => readMkdocsBook(files, path, report)) };
  for (const read of [readMintlifyBooks, readStarlightBooks]) {
    const outlines = read(files, report);
    if (outlines.length > 0) return { outlines };
  }
  const summaries = nearest(files.named('summary.md'));
  if (summaries.length > 0 && !isMoved)
    return { outlines: summaries.map((path) => readGitbookBook(files, folderOf(path), report)) };
  const docusaurus = readDocusaurusBooks(files, report);
  if (docusaurus.length > 0) return { outlines: docusaurus };
  const notion = readNotion(files, source === 'notion');
  if (notion) return { outlines: [notion] };
  const confluence = readConfluence(files, source === 'confluence');
  if (confluence) return { outlines: [confluence] };
  const wiki = readWiki(files, source === 'github-wiki');
  if (wiki) return { outlines: [wiki] };
  return {
    outlines: [
      { kind: plainKind(files, source), title: undefined, root: '', items: folderItems(files, { root: '' }) },
    ],
  };
}

/** Pages that were documents of Word or Google. */
function documentsOf(pages: readonly PlannedPage[]): PlannedPage[] {
  return pages.flatMap((page) => [
    ...documentsOf(page.pages),
    ...(/\.(?:docx|html?)$/i.test(page.key) ? [page] : []),
  ]);
}

/** Archives that hold the pages, as exports in several parts have. */
function innerArchivesOf(files: SourceFiles): string[] {
  if (files.paths.some((path) => PAGE_FILE.test(path))) return [];
  return files.paths.filter((path) => /\.zip$/i.test(path)).map((path) => files.original(path));
}

function plainKind(files: SourceFiles, source: string | undefined): Outline['kind'] {
  if (source === 'google-docs') return 'google-docs';
  const pages = files.paths.filter((path) => PAGE_FILE.test(path));
  if (!pages.every((path) => /\.html?$/i.test(path)) || pages.length === 0) return 'markdown';
  const isGoogle =
    pages.length === 1 &&
    /docs-internal-guid|class="c\d+ doc-content"/.test(files.text(pages[0] ?? '') ?? '');
  return isGoogle ? 'google-docs' : 'html';
}

/** Whether the pages of a source with settings of GitBook have since moved to Docusaurus, by their syntax. */
function isDocusaurus(files: SourceFiles): boolean {
  if (!files.paths.some((path) => /(?:^|\/)docusaurus\.config\.\w+$/.test(path))) return false;
  let balance = 0;
  for (const path of files.paths) {
    const text = /\.mdx?$/i.test(path) ? (files.text(path) ?? '') : '';
    if (/^:::\w|^import\s.+\sfrom\s/m.test(text)) balance += 1;
    if (/\{% *(?:hint|tabs|code|content-ref|embed)\b/.test(text)) balance -= 1;
  }
  return balance > 0;
}

/** Of paths sorted by depth, those as near to the top as the first. */
function nearest(paths: readonly string[]): string[] {
  const depth = paths[0]?.split('/').length;
  return paths.filter((path) => path.split('/').length === depth);
}
