import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { bookPathOf, type PlannedBook, type PlannedPage, type TreeKind } from '../import/import-plan.ts';
import { type LargeFile, readPointer } from '../import/large-files.ts';
import { toStoredContent } from '../import/stored-book.ts';
import { type NamedPage, namePages } from '../pages/named-pages.ts';
import { flattenPages } from '../pages/page-tree.ts';
import {
  documentIdOf,
  hashId,
  type StoredContent,
  type StoredFileRef,
  type StoredPage,
} from '../pages/storage.ts';
import { findRenames, type VersionedFile } from './find-renames.ts';
import type { BranchNote } from './list-files.ts';
import { matchContainers, type TreeNode } from './match-trees.ts';
import { ObjectFolder } from './object-folder.ts';
import { type BranchBook, flattenPlanned, needsConversion, readBook, type TextCache } from './read-book.ts';
import { RepositoryError } from './repository-error.ts';

export interface BranchReading {
  gitdir: string;
  directory: string;
  commit: string;
  /** The commit that the space has already; undefined before the first sync. */
  previous: string | undefined;
  /** What the space has: ids of pages, files and reusable contents by their paths within the book, and its tree. */
  known: { ids: ReadonlyMap<string, string>; pages: StoredPage[] };
  /** Makes ids of new pages, so that the same commit always makes the same ones. */
  seed: string;
  now: string;
}

/** What a commit changes, as two versions with the ids of the space. */
export interface BranchChange {
  kind: TreeKind;
  title: string;
  /** The folder of the book, from the directory: what describes it is there. */
  folder: string;
  needsConversion: boolean;
  /** The book at the previous commit. Files that are the same in both versions have the same bytes id. */
  base: BranchContent;
  request: BranchContent;
  /** Redirects of the book's settings in both versions, as written. */
  redirects: { base: PlannedBook['redirects']; request: PlannedBook['redirects'] };
  /** The file with the texts that differ between the two, each as a line of JSON: too much for one message. */
  texts: string;
  /** Files whose bytes are new; the bytes are in `file`, but of those of Git LFS. */
  files: ExtractedFile[];
  notes: BranchNote[];
}

/** Pages that the space has in the same way are named. */
type BranchContent = Omit<StoredContent, 'pages'> & { pages: NamedPage[] };

export interface ExtractedFile {
  id: string;
  path: string;
  file: string;
  size: number;
  /** Of a file of Git LFS, whose bytes are still to be received. */
  large: LargeFile | undefined;
  /** Of the bytes at the previous commit, if the file was there. */
  previousHash: string | undefined;
}

/** Reads what a commit changes since the previous one. */
export async function readBranch(reading: BranchReading): Promise<BranchChange> {
  const folder = new ObjectFolder(reading.gitdir);
  const cache: TextCache = new Map();
  const { directory, previous } = reading;
  const before =
    previous === undefined ? undefined : await readBook(folder, { commit: previous, directory, cache });
  const after = await readBook(folder, { commit: reading.commit, directory, cache });
  if (flattenPlanned(after.book.pages).every(({ type }) => type !== 'document'))
    throw new RepositoryError('content-refused', 'The directory has no pages.');
  const ids = identify(reading, before, after);
  const files = await extractFiles(folder, { reading, before, after, ids });
  const now = reading.now;
  const base: StoredContent = before
    ? toContent(before, { idOf: ids.before, files: files.before, now })
    : { pages: [], files: [], reusableContents: [] };
  const request = toContent(after, { idOf: ids.after, files: files.after, now });
  setTimes({ known: reading.known.pages, base, request });
  return {
    kind: after.kind,
    title: after.book.title,
    folder: after.book.folder,
    needsConversion: needsConversion(after.kind),
    base: { ...base, pages: namePages(base.pages, reading.known.pages) },
    request: { ...request, pages: namePages(request.pages, reading.known.pages) },
    redirects: { base: before?.book.redirects ?? [], request: after.book.redirects },
    texts: await writeTexts(reading, changedTexts(before?.book, after.book)),
    files: files.extracted,
    notes: [...after.notes, ...files.notes],
  };
}

type IdOf = (key: string) => string;

interface Identities {
  before: IdOf;
  after: IdOf;
}

/** Ids of both versions: those of the space by path, also of what was renamed, and new ones. */
function identify(reading: BranchReading, before: BranchBook | undefined, after: BranchBook): Identities {
  const { known, seed, commit } = reading;
  const beforeIds = new Map<string, string>();
  const afterIds = new Map<string, string>();
  const previous = before ? versionedFiles(before) : [];
  for (const { key, path } of previous)
    beforeIds.set(key, known.ids.get(path) ?? hashId(`${seed}:gone:${path}`));
  const renames = before ? findRenames(previous, versionedFiles(after)) : new Map<string, string>();
  const byPath = new Map(previous.map(({ key, path }) => [path, beforeIds.get(key)]));
  for (const { key, path } of versionedFiles(after)) {
    const id = before ? byPath.get(renames.get(path) ?? path) : known.ids.get(path);
    afterIds.set(key, id ?? hashId(`${seed}:${commit}:${path}`));
  }
  const knownTree: TreeNode[] = known.pages;
  const beforeTree = toTree(before?.book.pages ?? [], beforeIds);
  const toKnown = (tree: readonly TreeNode[]) => matchContainers(tree, knownTree, sameIds(knownTree));
  const knownOfBefore = toKnown(beforeTree);
  const afterTree = toTree(after.book.pages, afterIds);
  const beforeOfAfter = before
    ? matchContainers(afterTree, beforeTree, sameIds(beforeTree))
    : toKnown(afterTree);
  const containerId = (key: string) =>
    knownOfBefore.get(key) ?? (before ? hashId(`${seed}:gone:${key}`) : key);
  return {
    before: (key) => beforeIds.get(key) ?? containerId(key),
    after: (key) => {
      const id = afterIds.get(key);
      if (id !== undefined) return id;
      const match = beforeOfAfter.get(key);
      if (match === undefined) return hashId(`${seed}:${commit}:${key}`);
      return before ? containerId(match) : match;
    },
  };
}

interface KeyedFile extends VersionedFile {
  /** As the plan names it. */
  key: string;
}

/** Pages, files and reusable contents of a book, by their paths within it. */
function versionedFiles({ book, oids }: BranchBook): KeyedFile[] {
  const pages = flattenPlanned(book.pages).flatMap(({ key, git, title, markdown }) =>
    git ? [{ key, path: git.path, oid: oids.get(key), title, text: markdown }] : [],
  );
  const files = book.files.map(({ from, path }) => ({ key: `file:${path}`, path, oid: oids.get(from) }));
  const includes = book.includes.map(({ path, markdown }) => ({
    key: `include:${path}`,
    path,
    oid: undefined,
    text: markdown,
  }));
  return [...pages, ...includes, ...files];
}

function toTree(pages: readonly PlannedPage[], ids: ReadonlyMap<string, string>): TreeNode[] {
  return pages.map(({ key, type, title, href, pages: below }) => {
    return { id: ids.get(key) ?? key, type, title, href, pages: toTree(below, ids) };
  });
}

/** Documents of both trees have the same ids. */
function sameIds(tree: readonly TreeNode[]): Map<string, string> {
  const flatten = (nodes: readonly TreeNode[]): string[] =>
    nodes.flatMap(({ id, pages }) => [id, ...flatten(pages)]);
  return new Map(flatten(tree).map((id) => [id, id]));
}

function toContent(
  { book, oids }: BranchBook,
  { idOf, files, now }: { idOf: IdOf; files: ReadonlyMap<string, StoredFileRef>; now: string },
): StoredContent {
  const content = toStoredContent(book, { files, redirects: [], now, idOf });
  const sources = new Map(flattenPlanned(book.pages).map(({ key }) => [idOf(key), oids.get(key)]));
  const visit = (page: StoredPage): StoredPage => {
    const oid = sources.get(page.id);
    return {
      ...page,
      ...(page.git && oid !== undefined && { git: { ...page.git, oid } }),
      pages: page.pages.map(visit),
    };
  };
  const byPath = new Map([...oids].map(([path, oid]) => [bookPathOf(book, path), oid]));
  const reusableContents = content.reusableContents.map((item) => {
    const oid = item.git && byPath.get(item.git.path);
    return { ...item, ...(item.git && oid !== undefined && { git: { ...item.git, oid } }) };
  });
  return { ...content, reusableContents, pages: content.pages.map(visit) };
}

/** What is the same in both versions has the times of the space; the rest was changed now. */
function setTimes({
  known,
  base,
  request,
}: {
  known: readonly StoredPage[];
  base: StoredContent;
  request: StoredContent;
}): void {
  const knownById = new Map(flattenPages(known).map((page) => [page.id, page]));
  const baseById = new Map(flattenPages(base.pages).map((page) => [page.id, page]));
  for (const page of [...baseById.values(), ...flattenPages(request.pages)]) {
    const present = knownById.get(page.id);
    if (!present) continue;
    const previous = baseById.get(page.id);
    page.createdAt = present.createdAt;
    if (previous && isDeepStrictEqual(fieldsOf(previous), fieldsOf(page))) page.updatedAt = present.updatedAt;
  }
}

function fieldsOf(page: StoredPage): object {
  const { createdAt: _created, updatedAt: _updated, pages: _pages, ...fields } = page;
  return fields;
}

/** Texts of pages, reusable contents and settings that are not in both versions. */
function changedTexts(before: PlannedBook | undefined, after: PlannedBook): string[] {
  const textsOf = (book: PlannedBook | undefined) => [
    ...flattenPlanned(book?.pages ?? []).flatMap(({ markdown }) => markdown ?? []),
    ...(book?.includes ?? []).map(({ markdown }) => markdown),
    ...(book?.texts ?? []).map(({ text }) => text),
  ];
  const [previous, next] = [new Set(textsOf(before)), new Set(textsOf(after))];
  return [
    ...[...previous].filter((text) => !next.has(text)),
    ...[...next].filter((text) => !previous.has(text)),
  ];
}

async function writeTexts({ gitdir }: BranchReading, texts: readonly string[]): Promise<string> {
  const file = `${gitdir}/files/texts`;
  // Readers of lines end them at these two, too.
  const toLine = (text: string) =>
    JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  await writeFile(
    file,
    texts.map((text) => `${toLine(text)}\n`),
  );
  return file;
}

interface FileVersions {
  before: Map<string, StoredFileRef>;
  after: Map<string, StoredFileRef>;
  extracted: ExtractedFile[];
  notes: BranchNote[];
}

interface Extraction {
  reading: BranchReading;
  before: BranchBook | undefined;
  after: BranchBook;
  ids: Identities;
}

/** The files of both versions. Bytes that are new are written beside the objects, for the server to store. */
async function extractFiles(
  folder: ObjectFolder,
  { reading, before, after, ids }: Extraction,
): Promise<FileVersions> {
  const versions: FileVersions = { before: new Map(), after: new Map(), extracted: [], notes: [] };
  const target = `${reading.gitdir}/files`;
  await mkdir(target, { recursive: true });
  const presentIds = new Set(reading.known.ids.values());
  const previousOids = new Map<string, string>();
  for (const { from, path } of before?.book.files ?? []) {
    const oid = before?.oids.get(from) ?? '';
    const id = ids.before(`file:${path}`);
    previousOids.set(id, oid);
    versions.before.set(path, toRef(id, path, oid));
  }
  for (const { from, path } of after.book.files) {
    const oid = after.oids.get(from) ?? '';
    const id = ids.after(`file:${path}`);
    const previous = previousOids.get(id);
    versions.after.set(path, toRef(id, path, oid));
    // A file of Git LFS that was not received before is tried again.
    const isMissing = previous === oid && !presentIds.has(id);
    if (previous === oid && !isMissing) continue;
    const bytes = await folder.readBlob(oid);
    const large = readPointer(bytes);
    if (isMissing && !large) continue;
    if (isMissing) versions.before.delete(path);
    const file = `${target}/${oid}`;
    if (!large) await writeFile(file, bytes);
    const previousHash =
      previous === undefined || isMissing ? undefined : hashOf(await folder.readBlob(previous));
    const size = large?.size ?? bytes.length;
    versions.extracted.push({ id, path, file, size, large, previousHash });
  }
  for (const { path, base64 } of after.book.inlineFiles) {
    const bytes = Buffer.from(base64, 'base64');
    const oid = documentIdOf(base64);
    const file = `${target}/${oid}`;
    await writeFile(file, bytes);
    const id = reading.known.ids.get(path) ?? hashId(`${reading.seed}:inline:${path}`);
    versions.extracted.push({
      id,
      path,
      file,
      size: bytes.length,
      large: undefined,
      previousHash: undefined,
    });
    versions.after.set(path, toRef(id, path, oid));
  }
  return versions;
}

/** Of the bytes of a file, also where the branch has a pointer to them. */
const hashOf = (blob: Buffer): string =>
  readPointer(blob)?.hash ?? createHash('sha256').update(blob).digest('hex');

/** A file whose bytes are not stored yet: it is named after the object. The server replaces that. */
function toRef(id: string, path: string, oid: string): StoredFileRef {
  return {
    id,
    data: bytesNameOf(oid),
    name: path.slice(path.lastIndexOf('/') + 1).slice(-255),
    contentType: 'application/octet-stream',
    size: 0,
    width: null,
    height: null,
    git: { path, oid },
  };
}

/** Stands for the bytes of an object where an id of stored bytes is expected. */
export const bytesNameOf = (oid: string): string => `oid:${oid}`;
