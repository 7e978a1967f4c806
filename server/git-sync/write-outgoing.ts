import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesIdOf, type StoredContent, type StoredFileRef } from '#server/content/pages/storage.ts';
import { type SpaceContent, textsToCompare } from '#server/content/repository/compare-books.ts';
import type { RevisionToCommit, WrittenCommits } from '#server/content/repository/write-commits.ts';
import { type FilePlaces, loadFile } from '#server/content/stored/file-bytes.ts';
import { findRevision, getRevision, loadTexts } from '#server/content/stored/revisions.ts';
import { runTask } from '#server/content/tasks/run-task.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { StoredPush } from '#server/database/tables/git-sync-tables.ts';
import type { GitConnection, OutgoingCommit, SyncContext } from './git-connection.ts';
import type { GitServer } from './git-server.ts';
import { listRevisions } from './list-revisions.ts';
import { BRANCH_WORK, noteCopy } from './receive-branch.ts';
import { changeSyncState, confirmPush, type SyncState } from './sync-state.ts';

const PACK = 'written.pack';

interface Outgoing {
  server: GitServer;
  gitdir: string;
  /** The commit to go on from; undefined for a branch that does not exist. */
  tip: string | undefined;
  state: SyncState;
  /** The revision to be written. */
  current: string;
  /** Paths that were decided: they become what the space has. */
  released: readonly string[];
}

/**
 * Pushes the revisions since the last one that the branch has, as commits on top of it. They are recorded before they are
 * pushed. Throws `contended` if the branch has moved.
 */
export async function writeOutgoing(
  context: SyncContext,
  connection: GitConnection,
  outgoing: Outgoing,
): Promise<OutgoingCommit[]> {
  const { db, clock } = context;
  const { server, gitdir, tip, current } = outgoing;
  const written = await makeCommits(context, connection, outgoing);
  const push: StoredPush = {
    from: tip ?? null,
    commits: written.commits,
    revision: current,
    held: written.held,
    newPaths: Object.fromEntries(
      [...written.assigned].filter(([id, path]) => outgoing.state.assigned_paths[id] !== path),
    ),
    files: written.files,
    forgotten: written.forgotten,
  };
  if (written.isPacked) {
    await context.progress?.('push');
    await changeSyncState(db, connection.id, { pushing: push }, clock.now());
    const to = written.commits.at(-1)?.oid ?? '';
    await server.push(connection.branch, { from: tip, to, pack: join(gitdir, PACK) });
    await noteCopy(gitdir, to);
  }
  await inTransaction(db, (trx) => confirmPush(trx, connection, push, clock.now()));
  return written.commits;
}

async function makeCommits(
  context: SyncContext,
  connection: GitConnection,
  { gitdir, tip, state, current, released }: Outgoing,
): Promise<WrittenCommits> {
  const { db, signal } = context;
  const { spaceId, organizationId } = connection;
  const directory = [connection.directory, state.folder].filter((part) => part !== '').join('/');
  const since = state.written_revision;
  const base = since === null ? undefined : await findRevision(db, spaceId, since);
  const listed = await listRevisions(db, connection, { since: base ? since : null, current });
  const revisions: RevisionToCommit[] = [];
  for (const { id, isFromBranch, author, message } of listed) {
    const content = toSpaceContent(await getRevision(db, spaceId, id), spaceId);
    const text = base ? message : 'Add all pages';
    revisions.push({ revision: id, content, author, message: text, isFromBranch });
  }
  const bare = base && toSpaceContent(base, spaceId);
  const texts = await loadTexts(db, [...neededTexts(bare, revisions, released)]);
  const files = await extractFiles(context, { gitdir, base: bare, revisions, released });
  const request = {
    gitdir,
    directory,
    tip,
    base: bare,
    revisions,
    texts,
    files,
    assigned: new Map(Object.entries(state.assigned_paths)),
    held: state.held.filter((path) => !released.includes(path)),
    released,
    holdsConflicts: state.request_id !== null,
    pack: join(gitdir, PACK),
  };
  await mkdir(gitdir, { recursive: true, mode: 0o700 });
  return runTask('writeCommits', request, { organizationId, work: BRANCH_WORK, ...(signal && { signal }) });
}

function toSpaceContent(content: StoredContent, spaceId: string): SpaceContent {
  const { pages, files, reusableContents, book } = content;
  return { spaceId, pages, files, reusableContents, ...(book && { book }) };
}

function neededTexts(
  base: SpaceContent | undefined,
  revisions: readonly RevisionToCommit[],
  released: readonly string[],
): Set<string> {
  const ids = new Set<string>();
  let before = base;
  for (const { content } of revisions) {
    for (const id of textsToCompare({ before, after: content })) ids.add(id);
    before = content;
  }
  const last = revisions.at(-1)?.content;
  if (released.length > 0 && last)
    for (const id of textsToCompare({ before: undefined, after: last })) ids.add(id);
  return ids;
}

interface Extraction {
  gitdir: string;
  base: SpaceContent | undefined;
  revisions: readonly RevisionToCommit[];
  released: readonly string[];
}

/** Puts the bytes of files that were added, replaced, deleted or decided into the work folder. */
async function extractFiles(
  places: FilePlaces,
  { gitdir, base, revisions, released }: Extraction,
): Promise<Map<string, string>> {
  const folder = join(gitdir, 'files');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const versions = [base, ...revisions.map(({ content }) => content)];
  const counts = new Map<string, number>();
  for (const version of versions)
    for (const key of new Set(version?.files.map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  // The path of a file begins at the root of its book, which may be below that of the connection.
  const releasedEnds = new Set(released.flatMap(endsOf));
  const isReleased = ({ git, name }: StoredFileRef) => releasedEnds.has(git?.path ?? name);
  const changed = versions.flatMap((version) =>
    (version?.files ?? []).filter(
      (file) => (counts.get(keyOf(file)) ?? 0) < versions.length || isReleased(file),
    ),
  );
  const paths = new Map<string, string>();
  for (const id of new Set(changed.map(bytesIdOf))) {
    const path = join(folder, id.replaceAll(/[^\w-]/g, '_'));
    await writeFile(path, await loadFile(places, id));
    paths.set(id, path);
  }
  return paths;
}

/** A path from each of its folders on: `a/b.md` and `b.md`. */
function endsOf(path: string): string[] {
  const names = path.split('/');
  return names.map((_, index) => names.slice(index).join('/'));
}

/** A file with its bytes at its place. */
const keyOf = (file: StoredFileRef): string => `${file.id} ${bytesIdOf(file)} ${file.git?.path ?? file.name}`;
