import { type Kysely, sql } from 'kysely';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { TreeKind } from '#server/content/import/import-plan.ts';
import { findNamedPages } from '#server/content/pages/named-pages.ts';
import { flattenPages } from '#server/content/pages/page-tree.ts';
import { bytesIdOf, type StoredContent, type StoredFileRef } from '#server/content/pages/storage.ts';
import type { BranchChange } from '#server/content/repository/read-branch.ts';
import { listBookPaths } from '#server/content/source/write-book.ts';
import { FileStore } from '#server/content/stored/file-store.ts';
import { findRevision, type StoredRevision } from '#server/content/stored/revisions.ts';
import { storeManyTexts } from '#server/content/stored/store-many-texts.ts';
import { runTask } from '#server/content/tasks/run-task.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { planRedirects } from '#server/sites/plan-redirects.ts';
import type { GitConnection, SyncContext, SyncNote } from './git-connection.ts';
import type { GitServer } from './git-server.ts';
import { runRepositoryTask } from './receive-branch.ts';
import type { receiveLargeFiles } from './receive-large-files.ts';
import type { SyncState } from './sync-state.ts';

const TEXTS_AT_ONCE = 100;

/** What a commit makes of the book, beside what it was before, with the ids of the space. Texts and bytes are stored. */
export interface IncomingVersions {
  kind: TreeKind;
  folder: string;
  needsConversion: boolean;
  base: StoredContent;
  request: StoredContent;
  notes: SyncNote[];
}

interface IncomingRequest {
  gitdir: string;
  commit: string;
  /** The commit that the space, or its open change request, has; undefined for the first sync. */
  previous: string | undefined;
  /** What that has now. */
  current: StoredRevision;
  state: SyncState;
}

/** Reads a commit in a task process, and stores the texts and files that are new. */
export async function readIncoming(
  context: SyncContext,
  connection: GitConnection,
  { server, ...incoming }: IncomingRequest & { server: GitServer },
): Promise<IncomingVersions> {
  const { db, signal } = context;
  const { organizationId } = connection;
  await context.progress?.('read');
  const change = await readChange(context, connection, incoming);
  const large = await receiveLarge(context, { server, branch: connection.branch }, change.files);
  await context.progress?.('store');
  for await (const texts of readTexts(change.texts))
    await storeManyTexts(db, texts, { organizationId, signal });
  change.files = change.files.filter(({ id }) => !large.missing.has(id));
  const stored = await storeFiles(context, connection, change);
  const files = await settleFiles(db, { change, ...incoming, stored, missing: large.missing });
  const notes: SyncNote[] = [...change.notes, ...large.notes];
  const withRedirects = (content: StoredContent, version: 'base' | 'request'): StoredContent => {
    const written = change.redirects[version];
    if (written.length === 0) return content;
    const pages = toBookPages(content.pages);
    const { redirects, report } = planRedirects({ root: '', redirects: written, pages });
    if (version === 'request') notes.push(...report.map(({ path, message }) => ({ path, message })));
    if (redirects.length === 0) return content;
    return { ...content, book: { ...content.book, redirects } };
  };
  return {
    kind: change.kind,
    folder: change.folder,
    needsConversion: change.needsConversion,
    base: { ...withRedirects(change.base, 'base'), files: files.base },
    request: { ...withRedirects(change.request, 'request'), files: files.request },
    notes,
  };

  function toBookPages(pages: StoredContent['pages']): Parameters<typeof planRedirects>[0]['pages'] {
    return pages.map(({ id, git, pages: below }) => ({
      key: git?.path ?? id,
      ...(git && { git }),
      pages: toBookPages(below),
    }));
  }
}

/** Some texts at a time of a file that has each as a line of JSON. */
async function* readTexts(file: string): AsyncGenerator<string[]> {
  let texts: string[] = [];
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const text: unknown = JSON.parse(line);
    texts.push(String(text));
    if (texts.length < TEXTS_AT_ONCE) continue;
    yield texts;
    texts = [];
  }
  yield texts;
}

async function receiveLarge(...[context, source, files]: Parameters<typeof receiveLargeFiles>) {
  if (files.every(({ large }) => !large)) return { missing: new Set<string>(), notes: [] };
  // Loaded on first use: few repositories have such files.
  const loaded = await import('./receive-large-files.ts');
  return loaded.receiveLargeFiles(context, source, files);
}

/** What a commit changes, with whole contents. */
interface ReadChange extends Omit<BranchChange, 'base' | 'request'> {
  base: StoredContent;
  request: StoredContent;
}

/** What a commit changes, before anything of it is stored. */
export async function readChange(
  context: SyncContext,
  connection: GitConnection,
  { gitdir, commit, previous, current, state }: IncomingRequest,
): Promise<ReadChange> {
  const { db, clock } = context;
  const { directory, organizationId, spaceId } = connection;
  const known = {
    ids: await knownIds(db, { spaceId, state, current }),
    pages: current.pages,
  };
  const now = clock.now().toISOString();
  const seed = connection.id;
  const change = await runRepositoryTask(context, organizationId, (options) =>
    runTask('readBranch', { gitdir, directory, commit, previous, known, seed, now }, options),
  );
  const withPages = (content: BranchChange['base']): StoredContent => ({
    ...content,
    pages: findNamedPages(content.pages, current.pages),
  });
  return { ...change, base: withPages(change.base), request: withPages(change.request) };
}

/** Ids by paths: of the revision that has the last commit, and of others for paths that this has no more. */
async function knownIds(
  db: Kysely<Database>,
  { spaceId, state, current }: { spaceId: string; state: SyncState; current: StoredRevision },
): Promise<Map<string, string>> {
  // Later ones are closer to the branch. Mostly all are one revision, which is not visited again.
  const revisionIds = [current.id, state.written_revision, state.read_revision].filter((id) => id !== null);
  const revisions: StoredRevision[] = [];
  for (const id of [...new Set(revisionIds.toReversed())].toReversed()) {
    const revision = id === current.id ? current : await findRevision(db, spaceId, id);
    if (revision) revisions.push(revision);
  }
  // Before the first sync, an item is at the path at which an export has it.
  const isFirst = state.read_commit === null;
  const ids = new Map(isFirst ? [...listBookPaths(current)].map(([id, path]) => [path, id]) : []);
  for (const revision of revisions) {
    const items = [...flattenPages(revision.pages), ...revision.reusableContents, ...revision.files];
    const paths = items.flatMap(({ id, git }) => {
      const path = git?.path ?? state.assigned_paths[id];
      return path === undefined ? [] : [[path, id] as const];
    });
    const renamedIds = new Set(paths.map(([, id]) => id));
    for (const [path, id] of ids) if (renamedIds.has(id)) ids.delete(path);
    for (const [path, id] of paths) ids.set(path, id);
  }
  return ids;
}

/** Stores the bytes of files that are new, equal ones once; by the ids that they have in the book. */
async function storeFiles(
  { db, clock }: SyncContext,
  { organizationId, spaceId }: GitConnection,
  change: ReadChange,
): Promise<Map<string, StoredFileRef>> {
  const stored = new Map<string, StoredFileRef>();
  if (change.files.length === 0) return stored;
  const store = await FileStore.open({ db, clock }, { organizationId }, spaceId);
  for (const { id, path, file, size } of change.files) {
    const name = path.slice(path.lastIndexOf('/') + 1).slice(-255);
    const open = async () => createReadStream(file);
    stored.set(id, await store.addEntry(name, { path, size, open }));
  }
  await store.flush();
  return stored;
}

/** The files of both versions with the bytes that are stored for them. */
async function settleFiles(
  db: Kysely<Database>,
  {
    change,
    current,
    state,
    stored,
    missing,
  }: Pick<IncomingRequest, 'current' | 'state'> & {
    change: ReadChange;
    stored: ReadonlyMap<string, StoredFileRef>;
    missing: ReadonlySet<string>;
  },
): Promise<{ base: StoredFileRef[]; request: StoredFileRef[] }> {
  const present = new Map(current.files.map((file) => [file.id, file]));
  const previousHashes = new Map(
    change.files.flatMap(({ id, previousHash }) =>
      previousHash === undefined ? [] : [[id, previousHash] as const],
    ),
  );
  const replaced = [...previousHashes.keys()].flatMap((id) => present.get(id) ?? []);
  const hashes = await hashesOf(db, replaced.map(bytesIdOf));
  const isLeftOut = await findLeftOut(db, { change, current, state });
  const base = change.base.files.map((ref) => {
    const file = present.get(ref.id);
    const hash = previousHashes.get(ref.id);
    // One that both sides replaced has other bytes here than there.
    const isSame = hash === undefined || (file && hash === hashes.get(bytesIdOf(file))) || isLeftOut(ref);
    return file && isSame ? file : ref;
  });
  const baseById = new Map(base.map((file) => [file.id, file]));
  const previousRefs = new Map(change.base.files.map((ref) => [ref.id, ref]));
  const request = change.request.files.flatMap((ref) => {
    // What could not be had changes nothing.
    if (missing.has(ref.id)) return baseById.get(ref.id) ?? [];
    const bytes = stored.get(ref.id);
    const file = present.get(ref.id);
    if (!bytes) return file ? movedAs(file, previousRefs.get(ref.id), ref) : ref;
    const { id: _id, data: _data, name: _name, ...fields } = bytes;
    return { ...ref, ...fields, data: bytesIdOf(bytes) };
  });
  const baseFiles = unlessSame(base, current.files);
  return { base: baseFiles, request: unlessSame(request, baseFiles) };
}

/** A list, or another one with the same files: nothing compares and writes a list that stays the same object. */
function unlessSame(files: StoredFileRef[], present: StoredFileRef[]): StoredFileRef[] {
  const isSame = files.length === present.length && files.every((file, at) => file === present[at]);
  return isSame ? present : files;
}

/** A file of the space with the place that the branch has moved it to. */
function movedAs(
  file: StoredFileRef,
  before: StoredFileRef | undefined,
  after: StoredFileRef,
): StoredFileRef {
  if (!after.git || before?.git?.path === after.git.path) return file;
  return { ...file, name: after.name, git: after.git };
}

/** Of which files of Git LFS the bytes at the previous commit could not be had: nobody has replaced them here since. */
async function findLeftOut(
  db: Kysely<Database>,
  { change, current, state }: Pick<IncomingRequest, 'current' | 'state'> & { change: ReadChange },
): Promise<(ref: StoredFileRef) => boolean> {
  const large = new Set(change.files.flatMap((file) => (file.large ? [file.id] : [])));
  const read =
    large.size === 0 || state.read_revision === null
      ? undefined
      : await findRevision(db, current.spaceId, state.read_revision);
  const bytesOf = (revision: StoredContent) =>
    new Map(revision.files.map((file) => [file.id, bytesIdOf(file)]));
  const [before, now] = [bytesOf(read ?? { pages: [], files: [], reusableContents: [] }), bytesOf(current)];
  const isHeld = (path = '') => state.held.some((held) => held === path || held.endsWith(`/${path}`));
  return ({ id, git }) =>
    large.has(id) && now.has(id) && before.get(id) === now.get(id) && !isHeld(git?.path);
}

async function hashesOf(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('files')
    .select(['id', sql<string>`coalesce(hash, encode(sha256(data), 'hex'))`.as('hash')])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}
