import { Readable } from 'node:stream';
import type { ImportRecognition } from '#api/generated/types.gen.ts';
import type { ImportPlan, SourceTree } from '#server/content/import/import-plan.ts';
import { ImportError } from '#server/content/import/imported-page.ts';
import { addSource, listSources, readSource, SourceWriter } from '#server/content/stored/import-sources.ts';
import { runTask } from '#server/content/tasks/run-task.ts';
import { preparePlan } from '../prepare-plan.ts';
import type { ReadSource } from '../prepared-import.ts';
import type { SourceReading, StoredSource } from './fetch-source.ts';
import { bytesOf, readEntry, selectEntries, selectTexts, type SourceEntry } from './source-entries.ts';
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
  const inFolder = folder === undefined ? opened : withinRepository(opened, folder);
  let entries = await select(reading, inFolder);
  let plan = await planTree(reading, entries);
  if (plan.innerArchives.length > 0) {
    entries = await select(reading, await withInnerArchives(reading, entries, plan.innerArchives));
    plan = await planTree(reading, entries);
  }
  if (plan.problem !== undefined) throw new ImportError(plan.problem);
  await reading.progress.report(plan.report);
  return {
    recognized: recognitionOf(plan, entries),
    prepare: () => preparePlan(reading, plan, entries),
  };
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

async function select(reading: SourceReading, entries: readonly SourceEntry[]): Promise<SourceEntry[]> {
  const selected = selectEntries(entries);
  await reading.progress.report(selected.report);
  const bytes = bytesOf(selected.entries);
  // What is stored goes into tables and into the log.
  if (reading.context.space?.hasRoomFor(bytes) === false)
    throw new ImportError(
      `The disk of the server has no room for the ${Math.ceil(bytes / 1024 / 1024).toLocaleString('en')} MiB of this source.`,
    );
  return selected.entries;
}

/** Reads the texts and has them planned in a task process. */
async function planTree(reading: SourceReading, entries: readonly SourceEntry[]): Promise<ImportPlan> {
  const { run, progress } = reading;
  const selected = selectTexts(entries);
  await progress.report(selected.report);
  const texts = new Map<string, Uint8Array>();
  for (const entry of selected.texts) {
    texts.set(entry.path, await readEntry(entry));
    await progress.count('read', texts.size, selected.texts.length);
  }
  const tree: SourceTree = { files: entries.map(({ path, size }) => ({ path, size })), texts };
  const { source, choices } = run.request;
  return runTask(
    'planImport',
    { tree, options: { source, splitHeadings: choices.headingsAsPages } },
    { organizationId: run.organization_id, signal: reading.signal },
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
