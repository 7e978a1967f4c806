import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { flattenPages } from '#server/content/pages/page-tree.ts';
import type { StoredContent } from '#server/content/pages/storage.ts';
import { addRevision, getRevision, markSuperseded } from '#server/content/stored/revisions.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { setCommitStatus } from './commit-status.ts';
import { describeAuthors, describeCommits } from './describe-commits.ts';
import { type GitConnection, GitSyncError, type SyncContext, type SyncNote } from './git-connection.ts';
import { GitServer } from './git-server.ts';
import { listBranches } from './list-branches.ts';
import { readIncoming } from './read-incoming.ts';
import { withOwnCopy } from './receive-branch.ts';
import { gitOfRevision, loadSyncState } from './sync-state.ts';
import { toProblem } from './to-problem.ts';
import { withTree } from './write-incoming.ts';

type PreviewRow = Row<'git_branch_previews'>;

const MAX_NOTES = 100;

/** A branch as its preview shows it. */
interface ReadBranch {
  content: StoredContent;
  notes: SyncNote[];
  message: string;
  author: string;
}

/**
 * Reads one branch whose preview is asked for, or that has moved since. If more of them wait, the connection is due again:
 * so commits of the synchronized branch wait for at most one. What goes wrong is a sentence beside the preview.
 *
 * @param screenUrl what the status of a commit leads to
 */
export async function previewBranches(
  context: SyncContext,
  connection: GitConnection,
  { screenUrl }: { screenUrl: string },
): Promise<void> {
  const { db, clock, fetcher, signal } = context;
  const rows = await db
    .selectFrom('git_branch_previews')
    .selectAll()
    .where('connection_id', '=', connection.id)
    .orderBy(sql`requested_at nulls last`)
    .orderBy('created_at')
    .execute();
  if (rows.length === 0) return;
  let tips: Map<string, string>;
  let server: GitServer;
  try {
    server = new GitServer(fetcher, connection, signal);
    tips = new Map((await listBranches(server)).map(({ name, commit }) => [name, commit]));
  } catch (error) {
    const problem = toProblem(error);
    for (const row of rows)
      if (row.requested_at !== null) await recordProblem(db, row, { problem, tried: null, now: clock.now() });
    return;
  }
  const due = rows.filter(
    (row) => row.requested_at !== null || (tips.get(row.branch) ?? null) !== row.tried_commit,
  );
  const [row, ...others] = due;
  if (!row) return;
  await previewBranch(context, connection, { server, row, tip: tips.get(row.branch), screenUrl });
  if (others.length > 0) await askAgain(db, connection.id, clock.now());
}

interface BranchToPreview {
  server: GitServer;
  row: PreviewRow;
  /** Undefined where the repository has no such branch. */
  tip: string | undefined;
  screenUrl: string;
}

async function previewBranch(
  context: SyncContext,
  connection: GitConnection,
  { server, row, tip, screenUrl }: BranchToPreview,
): Promise<void> {
  const { db, clock } = context;
  if (tip === undefined) {
    const message = `The repository has no branch ${JSON.stringify(row.branch)}${row.commit === null ? '' : ' any more'}.`;
    const problem = { reason: 'branch-not-found', message } as const;
    await recordProblem(db, row, { problem, tried: null, now: clock.now() });
    return;
  }
  const statusOf = (isSuccess: boolean, description: string) =>
    setCommitStatus(context, connection, { commit: tip, isSuccess, description, targetUrl: screenUrl });
  try {
    const branch = { ...connection, branch: row.branch };
    const read = await readCommit(context, branch, { server, tip });
    await recordPreview(context, branch, { row, commit: tip, read });
    const statusProblem = await statusOf(true, 'The preview of the branch can be opened.');
    await recordStatus(db, row, statusProblem);
  } catch (error) {
    // Another server goes on.
    if (context.signal?.aborted === true) throw error;
    const problem = problemOf(error);
    await recordProblem(db, row, { problem, tried: tip, now: clock.now() });
    if (problem === UNKNOWN_PROBLEM) throw error;
    await recordStatus(db, row, await statusOf(false, problem.message));
  }
}

const UNKNOWN_PROBLEM = {
  reason: 'internal',
  message: 'The server could not read the branch. Its operator finds the reason in the log.',
} as const;

function problemOf(error: unknown): PreviewProblem['problem'] {
  try {
    return toProblem(error);
  } catch {
    return UNKNOWN_PROBLEM;
  }
}

/** A commit with the ids of the space by the paths of its files. */
async function readCommit(
  context: SyncContext,
  connection: GitConnection,
  { server, tip }: { server: GitServer; tip: string },
): Promise<ReadBranch> {
  const { db } = context;
  const { organizationId } = connection;
  await context.progress?.('fetch');
  return withOwnCopy(context, { server, tip, organizationId }, async ({ gitdir, history }) => {
    const current = await currentRevision(db, connection.spaceId);
    const { request, needsConversion, notes } = await readIncoming(context, connection, {
      server,
      gitdir,
      commit: tip,
      previous: undefined,
      current,
      state: await loadSyncState(context, connection),
    });
    const converted = {
      path: connection.directory,
      message: 'The files were written for another tool: their text is converted.',
    };
    return {
      content: withTree(request, current),
      notes: [...(needsConversion ? [converted] : []), ...notes],
      message: describeCommits(history.commits),
      author: describeAuthors(history.commits),
    };
  });
}

async function currentRevision(db: Kysely<Database>, spaceId: string) {
  const space = await db
    .selectFrom('spaces')
    .select('revision_id')
    .where('id', '=', spaceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!space) throw new GitSyncError('content-refused', 'The space is deleted.');
  return getRevision(db, spaceId, space.revision_id);
}

/**
 * The revision belongs to the preview as those of change requests belong to them, so that no list of the space has it. It is
 * superseded from the beginning: cleanups delete it once no preview refers to it.
 */
async function recordPreview(
  { db, clock }: SyncContext,
  connection: GitConnection,
  { row, commit, read }: { row: PreviewRow; commit: string; read: ReadBranch },
): Promise<void> {
  const { content, notes, message, author } = read;
  const now = clock.now();
  const current = await currentRevision(db, connection.spaceId);
  await inTransaction(db, async (trx) => {
    const revisionId = await addRevision(trx, {
      ...content,
      spaceId: connection.spaceId,
      changeRequestId: row.id,
      type: 'edits',
      parents: [current.id],
      createdBy: null,
      createdAt: now,
      git: gitOfRevision(connection, { oid: commit, message, author, isOwn: false }),
    });
    await markSuperseded(trx, revisionId, now);
    await trx
      .updateTable('git_branch_previews')
      .set({
        requested_at: laterRequest(row),
        tried_commit: commit,
        revision_id: revisionId,
        commit,
        message,
        author,
        pages: flattenPages(content.pages).length,
        notes: JSON.stringify(notes.slice(0, MAX_NOTES)),
        error: null,
        error_reason: null,
        status_problem: null,
        updated_at: now,
      })
      .where('id', '=', row.id)
      .execute();
  });
}

/** What was asked for meanwhile stays asked for. */
const laterRequest = ({ requested_at: requestedAt }: PreviewRow) =>
  sql<Date | null>`case when requested_at = ${requestedAt}::timestamptz then null else requested_at end`;

interface PreviewProblem {
  problem: Pick<ReturnType<typeof toProblem>, 'reason' | 'message'>;
  /** The commit that could not be read; null where the repository did not say which it is. */
  tried: string | null;
  now: Date;
}

async function recordProblem(
  db: Kysely<Database>,
  row: PreviewRow,
  { problem, tried, now }: PreviewProblem,
): Promise<void> {
  await db
    .updateTable('git_branch_previews')
    .set({
      requested_at: laterRequest(row),
      tried_commit: tried,
      error: problem.message,
      error_reason: problem.reason,
      // Of a branch that is gone, the last commit is shown for the time of every preview.
      ...(row.requested_at !== null && { updated_at: now }),
    })
    .where('id', '=', row.id)
    .execute();
}

async function recordStatus(
  db: Kysely<Database>,
  { id }: PreviewRow,
  statusProblem: string | undefined,
): Promise<void> {
  await db
    .updateTable('git_branch_previews')
    .set({ status_problem: statusProblem ?? null })
    .where('id', '=', id)
    .execute();
}

async function askAgain(db: Kysely<Database>, connectionId: string, now: Date): Promise<void> {
  await db
    .updateTable('git_connections')
    .set({
      requested_at: sql`coalesce(requested_at, ${now})`,
      request_trigger: sql`coalesce(request_trigger, 'schedule')`,
    })
    .where('id', '=', connectionId)
    .execute();
}
