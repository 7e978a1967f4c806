// @module-tag trees
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findTargets } from '#api/source-links.ts';
import { decodePath, indexSourcePaths, resolveSourcePath } from '#api/source-paths.ts';
import { parseWithHtml } from '../html/parse-with-html.ts';
import { parseDocument } from '../links/parse-document.ts';
import { plainTitle } from '../source/summary-lines.ts';
import { listBookFiles } from '../source/write-book.ts';
import { isTextFile, type PlannedBook, type PlannedPage, type SourceFile } from './import-plan.ts';
import { planSource } from './plan-import.ts';
import { revisionOf } from './testing/book-revision.ts';

/** Folders of real documentation, each a tree: `TREES=folder npm run test:deep -- trees`. */
const folder = process.env['TREES'];
const trees =
  folder === undefined
    ? []
    : readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());

function readTree(root: string) {
  const files: SourceFile[] = [];
  const texts = new Map<string, Uint8Array>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const absolute = join(entry.parentPath, entry.name);
    const path = absolute.slice(root.length + 1);
    files.push({ path, size: statSync(absolute).size });
    if (isTextFile(path)) texts.set(path, readFileSync(absolute));
  }
  return { files, texts };
}

function flatten(pages: readonly PlannedPage[]): PlannedPage[] {
  return pages.flatMap((page) => [page, ...flatten(page.pages)]);
}

/** A text without its code. */
function prose(markdown: string): string {
  return markdown.replaceAll(/^[ \t]*(`{3,}|~{3,})[\s\S]*?^[ \t]*\1/gm, '').replaceAll(/(`+)[^`]*\1/g, '');
}

test('is given trees', () => {
  expect(trees.length, 'Set TREES to a folder of folders.').toBeGreaterThan(0);
});

test.each(trees.map(({ name }) => name))('%s comes in whole', async (name) => {
  const tree = readTree(join(folder ?? '', name));
  const start = performance.now();
  const plan = await planSource(tree);
  const seconds = (performance.now() - start) / 1000;
  const megabytes = Math.round(process.memoryUsage().heapUsed / 1024 / 1024);
  const pages = plan.books.flatMap((book) => flatten(book.pages));
  const documents = pages.filter(({ type }) => type === 'document');
  const paths = new Set(tree.files.map(({ path }) => path));
  const missing = plan.books.flatMap(({ files }) => files.filter(({ from }) => !paths.has(from)));
  const leftovers = documents.filter(({ markdown = '' }) =>
    /^[ \t]*(?::::\w|!!![ \t]\w)/m.test(prose(markdown)),
  );
  const count = (pattern: RegExp) => plan.report.filter(({ message }) => pattern.test(message)).length;
  const lines = [
    `${name}: ${plan.kind}, ${plan.books.length} books, ${documents.length} pages, ${pages.length - documents.length} groups and links`,
    `  ${documents.filter(({ isConverted }) => isConverted !== true).length} with the bytes of their files, ${leftovers.length} with syntax of others`,
    `  ${plan.books.reduce((sum, { files }) => sum + files.length, 0)} files kept, ${count(/^The picture .* is not in the source/)} pictures and ${count(/^The target of a link .* is not in the source/)} links lead nowhere`,
    `  ${plan.report.length} entries in the report, ${seconds.toFixed(1)} s, ${megabytes} MB`,
  ];
  const pageFiles = new Set(documents.map(({ key }) => key));
  const doubled = plan.books.flatMap(({ files }) => files.filter(({ from }) => pageFiles.has(from)));
  lines.push(
    `  ${plan.books.reduce((sum, { neighbors }) => sum + neighbors.length, 0)} pages of other books are linked to, ${doubled.length} are kept as files`,
  );
  const trips = plan.books.map((book) => roundTrip(book, tree.texts));
  lines.push(
    `  ${trips.reduce((sum, { same }) => sum + same, 0)} texts are exported with the bytes of their files, ${trips.reduce((sum, { converted }) => sum + converted, 0)} are converted`,
  );
  const compared = plan.books.map((book) => compareWithSummary(book, tree.texts));
  const anchors = plan.books.map((book) => checkAnchors(book));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const raw = documents.filter(({ markdown = '' }) => shownText(markdown).includes('{%'));
  lines.push(
    `  ${sum(compared.map(({ entries }) => entries))} entries of tables of contents, ${sum(compared.map(({ displaced }) => displaced.length))} of them in another order or with another title`,
    `  ${sum(anchors.map(({ links }) => links))} links to headings, ${sum(anchors.map(({ dead }) => dead.length))} to none; ${raw.length} pages with raw tags`,
  );
  process.stdout.write(`${lines.join('\n')}\n`);
  expect(compared.flatMap(({ displaced }) => displaced)).toEqual([]);
  expect(raw.map(({ key }) => key)).toEqual([]);
  expect(plan.problem).toBeUndefined();
  expect(missing).toEqual([]);
  for (const book of plan.books) {
    const keys = flatten(book.pages).map(({ key }) => key);
    expect(keys).toHaveLength(new Set(keys).size);
  }
  expect(pages.every(({ title }) => title.trim() !== '')).toBe(true);
  expect(trips.flatMap(({ changed }) => changed)).toEqual([]);
});

/** What readers see of a text, without code. */
function shownText(markdown: string): string {
  const { html } = parseWithHtml(markdown);
  return (html ?? '').replaceAll(/<code[^]*?<\/code>/g, '');
}

/** Lines of SUMMARY.md that name a page, read in the simplest way, beside the pages of the book in order. */
function compareWithSummary(book: PlannedBook, source: ReadonlyMap<string, Uint8Array>) {
  const bytes = source.get(join(book.root, 'SUMMARY.md'));
  if (!bytes || !book.texts.some(({ path }) => path.endsWith('SUMMARY.md')))
    return { entries: 0, displaced: [] };
  const named = new Set<string>();
  const wanted = [
    ...Buffer.from(bytes)
      .toString()
      .matchAll(/^\s*[*-] \[((?:\\.|[^\]\\])*)\]\(<?([^)>\s"]+)/gm),
  ]
    .map(([, title = '', target = '']) => {
      const path = decodeURI(target).replace(/^\//, '');
      return [title.replaceAll(/\\(.)/g, '$1'), path] as const;
    })
    .filter(([, path]) => source.has(join(book.root, path)))
    // What is named twice is a page once.
    .filter(([, path]) => path.endsWith('.md') && named.size < named.add(path).size);
  const present = new Set(wanted.map(([, path]) => path));
  const got = flatten(book.pages).flatMap(({ title, git }) =>
    git && present.has(git.path) ? [[title, git.path] as const] : [],
  );
  const displaced = wanted.filter(([title, path], index) => {
    const [gotTitle, gotPath] = got[index] ?? [];
    return gotPath !== path || plainTitle(title) !== gotTitle;
  });
  return { entries: wanted.length, displaced: displaced.map(([, path]) => join(book.root, path)) };
}

/** Links of a book to headings of its pages, and those that lead to none. */
function checkAnchors(book: PlannedBook) {
  const pages = flatten(book.pages).filter(({ git }) => git);
  const anchors = new Map(
    pages.map(({ git, markdown = '' }) => [git?.path, new Set(parseDocument(markdown).anchors)]),
  );
  const targets = indexSourcePaths(
    pages.map(({ git }) => ({ path: git?.path ?? '', kind: 'page', id: git?.path ?? '' })),
  );
  let links = 0;
  const dead: string[] = [];
  for (const { git, markdown = '' } of pages) {
    for (const { target } of findTargets(markdown)) {
      const [address = '', name] = target.split('#');
      const path = address === '' ? git?.path : resolveSourcePath(targets, git?.path ?? '', address)?.id;
      const names = path === undefined ? undefined : anchors.get(path);
      if (name === undefined || name === '' || !names) continue;
      links += 1;
      if (!names.has(decodePath(name))) dead.push(`${git?.path}: ${target}`);
    }
  }
  return { links, dead };
}

/** Compares what an export of an unedited book has with what was imported. */
function roundTrip(book: PlannedBook, source: ReadonlyMap<string, Uint8Array>) {
  const revision = revisionOf(book);
  const convertedPaths = new Set(
    flatten(book.pages).flatMap(({ git, isConverted }) => (isConverted && git ? [git.path] : [])),
  );
  // Of books of other makes, no more than the pages is kept.
  const paths = new Set([
    ...book.texts.map(({ path }) => join(book.folder, path)),
    ...[...flatten(book.pages), ...book.includes].flatMap((item) => {
      const path = 'key' in item ? item.git?.path : item.path;
      return path === undefined ? [] : [join(book.root, path)];
    }),
  ]);
  let [same, converted] = [0, 0];
  const changed: string[] = [];
  for (const entry of listBookFiles(revision.content)) {
    const path = join(book.folder, entry.path);
    const bytes = source.get(path);
    if ('file' in entry || !bytes || !paths.has(path)) continue;
    if (entry.text(revision.texts).equals(bytes)) same += 1;
    else if (convertedPaths.has(path.slice(book.root === '' ? 0 : book.root.length + 1))) converted += 1;
    else changed.push(path);
  }
  return { same, converted, changed };
}
