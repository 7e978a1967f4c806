import { Readable } from 'node:stream';
import type { ImportRecognition } from '#api/generated/types.gen.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import { ImportError } from '#server/content/import/import-error.ts';
import type { FetchedFiles, ImportPlan, SourceTree } from '#server/content/import/import-plan.ts';
import { readEntry, type SourceEntry } from '#server/content/import/source-entry.ts';
import { commonFolder } from '#server/content/import/trees/source-files.ts';
import { addSource, listSources, readSource, SourceWriter } from '#server/content/stored/import-sources.ts';
import { runTask } from '#server/content/tasks/run-task.ts';
import { storePlannedChanges } from '../changes/planned-changes.ts';
import type { ReportRow } from '../import-runs.queries.ts';
import { preparePlan } from '../prepare-plan.ts';
import type { ImportTarget, ReadSource } from '../prepared-import.ts';
import type { WebTree } from './crawl-website.ts';
import { fetchPictures } from './fetch-pictures.ts';
import type { SourceReading, StoredSource } from './fetch-source.ts';
import { bytesOf, selectEntries, selectTexts } from './source-entries.ts';
import { openArchive } from './stored-archive.ts';

interface TreeOptions {
  /** The folder of a repository whose archive it is; empty for all of it. */
  folder?: string;
  /** Whether each source has to be an archive. */
  isArchive?: boolean;
}

/** Reads a tree of files from archives and single files. */
export async function readTree(
  reading: SourceReading,
  sources: readonly StoredSource[],
  { folder, isArchive = folder !== undefined }: TreeOptions = {},
): Promise<ReadSource> {
  const opened = await openSources(reading, sources, isArchive);
  return planEntries(reading, folder === undefined ? opened : withinRepository(opened, folder));
}

/** Reads pages that were fetched from a website, with the pictures that they show. */
export async function readWeb(
  reading: SourceReading,
  url: string,
  { entries, pages, paths, report }: WebTree,
): Promise<ReadSource> {
  await reading.progress.report(report);
  await reading.progress.end('fetch');
  const missing = report.filter(({ kind }) => kind === 'left-out').length;
  return planEntries(reading, entries, { fetched: { pages, paths }, host: parseUrl(url)?.host, missing });
}

interface WebOrigin {
  fetched: FetchedFiles;
  host: string | undefined;
  /** Number of pages that could not be fetched. */
  missing: number;
}

/** Plans files, and again with those that archives within hold, or that were fetched from other hosts. */
async function planEntries(
  reading: SourceReading,
  given: readonly SourceEntry[],
  web?: WebOrigin,
): Promise<ReadSource> {
  const { run, progress } = reading;
  let tree = await readEntries(reading, given);
  let plan = await planTree(reading, tree, web?.fetched);
  if (plan.innerArchives.length > 0) {
    tree = await readEntries(reading, await withInnerArchives(reading, tree.entries, plan.innerArchives));
    plan = await planTree(reading, tree, web?.fetched);
  }
  if (plan.problem !== undefined) throw new ImportError(plan.problem);
  const recognized = recognitionOf(plan, tree.entries);
  const pictures = [...new Set(plan.books.flatMap((book) => book.pictures))];
  let missing = web?.missing ?? 0;
  if (pictures.length > 0 && !run.request.plan && (web || run.request.choices.fetchPictures === true)) {
    const folder = web ? '' : commonFolder(tree.entries.map(({ path }) => path));
    const added = await fetchPictures(reading, pictures, { folder, host: web?.host });
    await progress.end('fetch');
    await progress.report(added.report);
    missing += added.report.length;
    tree = { ...tree, entries: [...tree.entries, ...added.entries] };
    plan = await planTree(reading, tree, {
      ...web?.fetched,
      paths: new Map([...(web?.fetched.paths ?? []), ...added.paths]),
    });
  }
  await progress.report([...tree.report, ...plan.report]);
  const { entries } = tree;
  const prepare = async () => {
    const prepared = await preparePlan(reading, plan, entries);
    return { ...prepared, found: prepared.found + missing };
  };
  const compare = (target: ImportTarget) => storePlannedChanges(reading, plan, entries, target);
  return { recognized, prepare, compare };
}

/** The files of uploads or of what was fetched: those in archives where there is nothing else, and single ones. */
async function openSources(
  reading: SourceReading,
  sources: readonly StoredSource[],
  mustBeArchives: boolean,
): Promise<SourceEntry[]> {
  const { db } = reading.context;
  const entries: SourceEntry[] = [];
  const zips = await Promise.all(sources.map((source) => isZip(reading, source)));
  const areArchives = mustBeArchives || zips.every(Boolean);
  for (const source of sources) {
    if (areArchives) {
      const archive = await openArchive(db, source);
      await reading.progress.report(archive.report);
      for (const entry of archive.entries) entries.push(entry);
    } else entries.push(toEntry(reading, source));
  }
  if (entries.length === 0) throw new ImportError('The source contains no files.');
  return entries;
}

/** Whether it begins as a ZIP archive does. Documents of Word do, too, and are taken as one file. */
async function isZip({ context: { db } }: SourceReading, { id, size, name }: StoredSource): Promise<boolean> {
  if (/\.docx$/i.test(name)) return false;
  for await (const start of readSource(db, id, { start: 0, end: Math.min(4, size) }))
    return start.toString('latin1', 0, 2) === 'PK';
  return false;
}

function toEntry({ context: { db } }: SourceReading, { id, name, size }: StoredSource): SourceEntry {
  return { path: name, size, open: async () => Readable.from(readSource(db, id, { start: 0, end: size })) };
}

/** The files of a repository's folder: its archive has one folder around everything. */
function withinRepository(entries: readonly SourceEntry[], folder: string): SourceEntry[] {
  const inside = entries.map((entry) => ({ ...entry, path: entry.path.slice(entry.path.indexOf('/') + 1) }));
  if (folder === '') return inside;
  const below = inside.filter(({ path }) => path.startsWith(`${folder}/`));
  if (below.length === 0) throw new ImportError(`The repository has no files in the folder ${folder}.`);
  return below.map((entry) => ({ ...entry, path: entry.path.slice(folder.length + 1) }));
}

/** The files of a source, with the texts of those that are read. */
interface TreeContent {
  entries: SourceEntry[];
  texts: Map<string, Uint8Array>;
  report: ReportRow[];
}

async function readEntries(reading: SourceReading, given: readonly SourceEntry[]): Promise<TreeContent> {
  const { entries, report } = selectEntries(given);
  const bytes = bytesOf(entries);
  // What is stored goes into tables and into the log.
  if (reading.context.space?.hasRoomFor(bytes) === false)
    throw new ImportError(
      `The disk of the server has no room for the ${Math.ceil(bytes / 1024 / 1024).toLocaleString('en')} MiB of this source.`,
    );
  const selected = selectTexts(entries);
  const texts = new Map<string, Uint8Array>();
  for (const entry of selected.texts) {
    texts.set(entry.path, await readEntry(entry));
    await reading.progress.count('read', texts.size, selected.texts.length);
  }
  return { entries, texts, report: [...report, ...selected.report] };
}

/** Has files planned in a task process. */
function planTree(
  { run, signal }: SourceReading,
  { entries, texts }: TreeContent,
  fetched: FetchedFiles | undefined,
): Promise<ImportPlan> {
  const files = entries.map(({ path, size }) => ({ path, size }));
  const tree: SourceTree = { files, texts, ...(fetched && { fetched }) };
  const { source, choices } = run.request;
  const bytes = [...texts.values()].reduce((sum, text) => sum + text.length, 0);
  return runTask(
    'planImport',
    {
      tree,
      options: {
        source,
        splitHeadings: choices.headingsAsPages,
        leaveOut: choices.leaveOut,
        origin: run.origin,
      },
    },
    { organizationId: run.organization_id, signal, work: { files: files.length, bytes } },
  );
}

/** Unpacks archives within the source, one level deep, beside themselves. */
async function withInnerArchives(
  reading: SourceReading,
  entries: readonly SourceEntry[],
  paths: readonly string[],
): Promise<SourceEntry[]> {
  const inner = new Set(paths);
  const all = entries.filter(({ path }) => !inner.has(path));
  for (const entry of entries) {
    if (!inner.has(entry.path)) continue;
    const archive = await openArchive(reading.context.db, await storeEntry(reading, entry));
    await reading.progress.report(archive.report);
    const folder = entry.path.slice(0, entry.path.lastIndexOf('/') + 1);
    for (const below of archive.entries) all.push({ ...below, path: `${folder}${below.path}` });
  }
  return all;
}

/** Puts a file of an archive into chunks, so that it can be read as an archive. */
async function storeEntry(
  { context: { db, clock }, run }: SourceReading,
  { path, size, open }: SourceEntry,
): Promise<StoredSource> {
  const organizationId = run.organization_id;
  const id = await addSource(db, { organizationId, importId: run.id, name: path, size: 0, now: clock.now() });
  const writer = new SourceWriter(db, id);
  for await (const part of await open()) await writer.write(Buffer.from(part));
  if ((await writer.finish()) !== size) throw new ImportError(`${path} is damaged.`);
  return { id, name: path, size };
}

function recognitionOf(
  { kind, books, site }: ImportPlan,
  entries: readonly SourceEntry[],
): ImportRecognition {
  return {
    kind,
    books: books.map(({ title, root, pages, files, inlineFiles }) => ({
      title,
      root,
      pages: countPages(pages),
      files: files.length + inlineFiles.length,
    })),
    ...(site && { site: { title: site.title } }),
    pictures: new Set(books.flatMap(({ pictures }) => pictures)).size,
    files: entries.length,
    bytes: bytesOf(entries),
  };
}

/** The pages with text, as people count them: not groups and links. */
function countPages(pages: ImportPlan['books'][number]['pages']): number {
  return pages.reduce((sum, page) => sum + (page.type === 'document' ? 1 : 0) + countPages(page.pages), 0);
}

/** What people have uploaded for a run. */
export async function readUploads(reading: SourceReading): Promise<ReadSource> {
  const sources = await listSources(reading.context.db, reading.run.id);
  const uploads = sources.filter((source) => source.user_id !== null);
  return readTree(reading, uploads);
}
