import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findRevision, getRevision, type StoredRevision } from '#server/content/stored/revisions.ts';
import { runTask } from '#server/content/tasks/run-task.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { addChanges, describeAuthors, describeCommits } from './describe-commits.ts';
import {
  type GitConnection,
  GitSyncError,
  SpaceMovedError,
  type SyncContext,
  type SyncOptions,
  type SyncOutcome,
} from './git-connection.ts';
import { GitServer } from './git-server.ts';
import { directoryNotEmpty } from './preview-first-sync.ts';
import { readIncoming } from './read-incoming.ts';
import { gitdirOf, type ReceivedBranch, receiveBranch, runRepositoryTask } from './receive-branch.ts';
import { settleRequest } from './settle-request.ts';
import { changeSyncState, confirmPush, loadSyncState, type SyncState } from './sync-state.ts';
import { toProblem } from './to-problem.ts';
import { writeIncoming } from './write-incoming.ts';
import { writeOutgoing } from './write-outgoing.ts';

/** How often a push is tried again on top of what others have pushed meanwhile. */
const MAX_ATTEMPTS = 10;

/**
 * Makes a space and a branch the same: what is new in the branch comes in, what is new in the space goes out. May be repeated
 * after a crash at any step. Throws only what is no problem of the connection, such as a database that is not there.
 */
export async function syncConnection(
  context: SyncContext,
  connection: GitConnection,
  options: SyncOptions = {},
): Promise<SyncOutcome> {
  const outcome: SyncOutcome = { state: 'synced', outgoing: [], notes: [], bytesReceived: 0 };
  let server: GitServer | undefined;
  try {
    server = new GitServer(context.fetcher, connection, context.signal);
    await new SyncRun(context, { connection, options, server, outcome }).run();
  } catch (error) {
    const problem = toProblem(error);
    const isDecision = problem.reason === 'history-rewritten' || problem.reason === 'conversion-needed';
    Object.assign(outcome, { state: isDecision ? 'waiting' : 'failed', problem });
  } finally {
    outcome.bytesReceived = server?.bytesReceived ?? 0;
    await rm(join(gitdirOf(context, connection), 'files'), { recursive: true, force: true });
  }
  const state = await loadSyncState(context, connection);
  outcome.commit = state.read_commit ?? undefined;
  outcome.revision = state.written_revision ?? undefined;
  outcome.changeRequest ??= state.request_id ?? undefined;
  return outcome;
}

interface Run {
  connection: GitConnection;
  options: SyncOptions;
  server: GitServer;
  outcome: SyncOutcome;
}

class SyncRun {
  readonly #context: SyncContext;
  readonly #run: Run;

  constructor(context: SyncContext, run: Run) {
    this.#context = context;
    this.#run = run;
  }

  async run(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      this.#context.signal?.throwIfAborted();
      try {
        await this.#syncOnce();
        return;
      } catch (error) {
        const isContended =
          error instanceof SpaceMovedError || (error instanceof GitSyncError && error.reason === 'contended');
        if (!isContended || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  async #syncOnce(): Promise<void> {
    const { connection, server } = this.#run;
    const tip = await server.findBranch(connection.branch);
    await this.#settlePush(tip);
    const { released } = await settleRequest(this.#context, connection);
    const state = await loadSyncState(this.#context, connection);
    if (tip === undefined) await this.#checkMissingBranch(state);
    else await this.#readIn(tip, state);
    await this.#writeOut(tip, released);
  }

  /** Finds out whether commits that were recorded before a crash have been pushed. */
  async #settlePush(tip: string | undefined): Promise<void> {
    const { connection, server } = this.#run;
    const { db, clock } = this.#context;
    const { pushing } = await loadSyncState(this.#context, connection);
    if (!pushing) return;
    const last = pushing.commits.at(-1)?.oid;
    let isPushed = tip !== undefined && tip === last;
    if (!isPushed && tip !== undefined && tip !== pushing.from) {
      const { history } = await receiveBranch(this.#context, connection, { server, tip, previous: last });
      isPushed = history.isContinued;
    }
    await inTransaction(db, async (trx) => {
      if (isPushed) await confirmPush(trx, connection, pushing, clock.now());
      else await changeSyncState(trx, connection.id, { pushing: null }, clock.now());
    });
  }

  async #checkMissingBranch(state: SyncState): Promise<void> {
    const { connection, server } = this.#run;
    const { branch, initial } = connection;
    const isFirst = state.read_commit === null && state.written_revision === null;
    if (isFirst && initial === 'space') return;
    const refs = await server.listRefs();
    if (refs.length === 0 && isFirst)
      throw new GitSyncError(
        'repository-empty',
        'The repository has no commits. Choose that the space is written into it, or push files first.',
      );
    throw new GitSyncError(
      'branch-not-found',
      `The repository has no branch ${JSON.stringify(branch)}. Restore it, or synchronize another one.`,
    );
  }

  /** Brings a commit into the space. */
  async #readIn(tip: string, state: SyncState): Promise<void> {
    const { connection, server, outcome } = this.#run;
    const previous = state.read_commit ?? undefined;
    if ((state.request_commit ?? previous) === tip) return;
    const isFirst = previous === undefined && state.written_revision === null;
    if (isFirst && connection.initial === 'space') {
      await this.#checkEmpty(tip);
      return;
    }
    const current = await this.#currentRevision();
    const review = await this.#continueReview(tip, state);
    const { received, ...from } = review ?? (await this.#continueSpace(tip, previous, current));
    const { commits } = received.history;
    const { gitdir } = received;
    const read = await readIncoming(this.#context, connection, {
      server,
      gitdir,
      commit: tip,
      state,
      ...from,
    });
    outcome.notes = read.notes;
    const isReadOnly = read.needsConversion && !connection.acceptsConversion;
    if (isReadOnly)
      outcome.notes.push({
        path: connection.directory,
        message: 'The files were written for another tool. They are read, and nothing is written back.',
      });
    const { incoming, changeRequest, notes } = await writeIncoming(this.#context, connection, {
      ...read,
      // Of a history that was rewritten, the last revision that the branch had stands for its last commit.
      base: from.previous === undefined && !isFirst ? await this.#writtenContent(state, current) : read.base,
      commit: tip,
      replaces: isFirst && !review,
      isWritten: isFirst && !isReadOnly,
      message: describeCommits(commits),
      author: describeAuthors(commits),
      current,
      state,
    });
    outcome.notes.push(...notes);
    outcome.incoming = addChanges(outcome.incoming, incoming);
    if (changeRequest !== undefined) outcome.changeRequest = changeRequest;
  }

  /** What a commit changes beside the last one that the space has. */
  async #continueSpace(tip: string, previous: string | undefined, current: StoredRevision) {
    const { connection, server } = this.#run;
    const received = await receiveBranch(this.#context, connection, { server, tip, previous });
    return { received, previous: this.#isContinued(tip, previous, received) ? previous : undefined, current };
  }

  /**
   * What it changes beside the last one that is in the open change request: what a later commit takes back leaves it, too. Undefined
   * where nothing is reviewed, or the branch was rewritten since.
   */
  async #continueReview(tip: string, { request_id: id, request_commit: previous }: SyncState) {
    const { connection, server } = this.#run;
    const { spaceId, organizationId } = connection;
    const { db, needsReview } = this.#context;
    if (id === null || previous === null || !(await needsReview(db, { id: spaceId, organizationId })))
      return undefined;
    const request = await db
      .selectFrom('change_requests')
      .select('revision_id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!request) return undefined;
    const received = await receiveBranch(this.#context, connection, { server, tip, previous });
    if (!received.history.isContinued) return undefined;
    return { received, previous, current: await getRevision(db, spaceId, request.revision_id) };
  }

  /** Whether a commit follows on the last one. Throws where it does not, and nobody has accepted that. */
  #isContinued(tip: string, previous: string | undefined, { history }: ReceivedBranch): boolean {
    if (previous === undefined || history.isContinued) return true;
    if (this.#run.options.acceptedRewrite === tip) return false;
    this.#run.outcome.rewrittenTo = tip;
    throw new GitSyncError(
      'history-rewritten',
      `The commit ${previous.slice(0, 7)} that was synchronized last is not part of the branch any more: its history was rewritten. Decide whether its new files are merged.`,
    );
  }

  async #writtenContent(state: SyncState, current: StoredRevision): Promise<StoredRevision> {
    const id = state.written_revision ?? state.read_revision;
    const revision = id === null ? undefined : await findRevision(this.#context.db, current.spaceId, id);
    return revision ?? current;
  }

  /** Checks that the directory has no files that the first sync would write over. */
  async #checkEmpty(tip: string): Promise<void> {
    const { connection, server } = this.#run;
    const { directory, organizationId } = connection;
    const { gitdir } = await receiveBranch(this.#context, connection, { server, tip, previous: undefined });
    const { files } = await runRepositoryTask(this.#context, organizationId, (options) =>
      runTask('inspectBranch', { gitdir, commit: tip, directory, withBooks: false }, options),
    );
    if (files > 0) throw directoryNotEmpty(files);
  }

  async #writeOut(tip: string | undefined, released: readonly string[]): Promise<void> {
    const { connection, server, outcome } = this.#run;
    const state = await this.#writableState();
    const current = await this.#currentRevision();
    if (!state || (current.id === state.written_revision && released.length === 0)) return;
    const gitdir = gitdirOf(this.#context, connection);
    if (tip !== undefined) await receiveBranch(this.#context, connection, { server, tip, previous: tip });
    const outgoing = { server, gitdir, tip, state, current: current.id, released };
    outcome.outgoing.push(...(await writeOutgoing(this.#context, connection, outgoing)));
  }

  /** Undefined where nothing may be written: before the first commit is read, and for trees of another make. */
  async #writableState(): Promise<SyncState | undefined> {
    const { connection } = this.#run;
    const state = await loadSyncState(this.#context, connection);
    if (state.written_revision !== null) return state;
    if (connection.initial === 'space' && state.read_commit === null) return state;
    if (!connection.acceptsConversion || state.read_revision === null) return undefined;
    // From now on it is written, too: the last commit that was read is where both sides were the same.
    return { ...state, written_revision: state.read_revision };
  }

  async #currentRevision() {
    const { db } = this.#context;
    const { spaceId } = this.#run.connection;
    const space = await db
      .selectFrom('spaces')
      .select('revision_id')
      .where('id', '=', spaceId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!space) throw new GitSyncError('content-refused', 'The space is deleted.');
    return getRevision(db, spaceId, space.revision_id);
  }
}
