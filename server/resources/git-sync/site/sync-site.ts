import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteFile } from '#server/content/repository/site-file.ts';
import { runTask } from '#server/content/tasks/run-task.ts';
import { describeCommits } from '#server/git-sync/describe-commits.ts';
import { GitSyncError, SpaceMovedError, type SyncOutcome } from '#server/git-sync/git-connection.ts';
import { GitServer } from '#server/git-sync/git-server.ts';
import { gitdirOf, noteCopy, receiveBranch, runRepositoryTask } from '#server/git-sync/receive-branch.ts';
import { toProblem } from '#server/git-sync/to-problem.ts';
import { applySiteFile } from './apply-site-file.ts';
import { planSiteCommit } from './plan-site-commit.ts';
import { changeSiteState, loadSiteState, type SiteSync, type SiteSyncState } from './site-sync.ts';

const MAX_ATTEMPTS = 10;
const PACK = 'written.pack';

/**
 * Makes the structure of a site and the file of its branch the same. May be repeated after a crash at any step. Throws only
 * what is no problem of the connection.
 */
export async function syncSite(sync: SiteSync): Promise<SyncOutcome> {
  const outcome: SyncOutcome = { state: 'synced', outgoing: [], notes: [], bytesReceived: 0 };
  let server: GitServer | undefined;
  try {
    server = new GitServer(sync.fetcher, sync.remote, sync.signal);
    await new SiteSyncRun(sync, server, outcome).run();
  } catch (error) {
    outcome.problem = toProblem(error);
    outcome.state = outcome.rewrittenTo === undefined ? 'failed' : 'waiting';
  }
  outcome.bytesReceived = server?.bytesReceived ?? 0;
  outcome.commit = (await loadSiteState(sync)).readCommit ?? undefined;
  return outcome;
}

class SiteSyncRun {
  readonly #sync: SiteSync;
  readonly #server: GitServer;
  readonly #outcome: SyncOutcome;

  constructor(sync: SiteSync, server: GitServer, outcome: SyncOutcome) {
    this.#sync = sync;
    this.#server = server;
    this.#outcome = outcome;
  }

  async run(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      this.#sync.signal?.throwIfAborted();
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
    const { branch, initial } = this.#sync;
    const tip = await this.#server.findBranch(branch);
    const state = await this.#settlePush(tip);
    const isWrittenFirst = state.readCommit === null && initial === 'space';
    if (tip === undefined) {
      if (!isWrittenFirst) throw await this.#missingBranch(state);
      await this.#writeOut(undefined, null);
      return;
    }
    const { file, message } = await this.#read(tip, state);
    if (isWrittenFirst) {
      if (file) throw notEmpty(file);
      await this.#writeOut(tip, null);
      return;
    }
    if (!file) throw noFile();
    if (tip !== state.readCommit) await this.#readIn({ tip, file, message });
    await this.#writeOut(tip, file);
  }

  async #missingBranch({ readCommit }: SiteSyncState): Promise<GitSyncError> {
    const { branch } = this.#sync;
    if (readCommit === null && (await this.#server.listRefs()).length === 0)
      return new GitSyncError(
        'repository-empty',
        'The repository has no commits. Choose that the site is written into it, or push files first.',
      );
    return new GitSyncError(
      'branch-not-found',
      `The repository has no branch ${JSON.stringify(branch)}. Restore it, or connect another one.`,
    );
  }

  /** Finds out whether a commit that was recorded before a crash has been pushed. */
  async #settlePush(tip: string | undefined): Promise<SiteSyncState> {
    const state = await loadSiteState(this.#sync);
    const { pushing } = state;
    if (!pushing) return state;
    let isPushed = tip === pushing.oid;
    if (!isPushed && tip !== undefined && tip !== pushing.from) {
      const request = { server: this.#server, tip, previous: pushing.oid };
      isPushed = (await receiveBranch(this.#sync, this.#sync, request)).history.isContinued;
    }
    const done = isPushed ? { readCommit: pushing.oid, structure: pushing.structure } : {};
    await changeSiteState(this.#sync, { pushing: null, ...done });
    return { ...state, pushing: null, ...done };
  }

  /** The file at a commit, and what the commits say; checks that the commit follows on the last one. */
  async #read(tip: string, state: SiteSyncState): Promise<{ file: SiteFile | null; message: string }> {
    const { directory, organizationId, acceptedCommit, refusedCommit } = this.#sync;
    const previous = state.readCommit ?? undefined;
    const received = await receiveBranch(this.#sync, this.#sync, { server: this.#server, tip, previous });
    const { gitdir, history } = received;
    const isDecided = acceptedCommit === tip || refusedCommit === tip;
    if (previous !== undefined && !history.isContinued && !isDecided) {
      this.#outcome.rewrittenTo = tip;
      throw new GitSyncError(
        'history-rewritten',
        `The commit ${previous.slice(0, 7)} that was synchronized last is not part of the branch any more: its history was rewritten. Take the file of ${tip.slice(0, 7)} over, or keep what the site has.`,
      );
    }
    await this.#sync.progress?.('read');
    const file = await runRepositoryTask(this.#sync, organizationId, (options) =>
      runTask('readSiteFile', { gitdir, commit: tip, directory }, options),
    );
    return { file, message: describeCommits(history.commits) };
  }

  async #readIn(incoming: { tip: string; file: SiteFile; message: string }): Promise<void> {
    const { tip, file } = incoming;
    await this.#sync.progress?.('merge');
    const applied = await applySiteFile(this.#sync, incoming);
    if ('undecided' in applied) {
      this.#outcome.rewrittenTo = tip;
      throw new GitSyncError('decision-needed', applied.undecided);
    }
    const { notes, changes, version } = applied;
    this.#outcome.seen = version;
    if (changes.length === 0) return;
    this.#outcome.notes = notes.map((message) => ({ path: file.path, message }));
    const before = this.#outcome.incoming?.changes ?? [];
    this.#outcome.incoming = { commit: tip, ...NO_PAGES, changes: [...before, ...changes] };
  }

  async #writeOut(tip: string | undefined, file: SiteFile | null): Promise<void> {
    const { directory, organizationId, branch, remote } = this.#sync;
    if (!remote.credentials) return;
    const planned = await planSiteCommit(this.#sync, file);
    if (!planned) return;
    await this.#sync.progress?.('write');
    const { structure, version, ...commit } = planned;
    const gitdir = gitdirOf(this.#sync, this.#sync);
    await mkdir(gitdir, { recursive: true, mode: 0o700 });
    const pack = join(gitdir, PACK);
    const input = { gitdir, tip, directory, path: file?.path, pack, ...commit };
    const written = await runRepositoryTask(this.#sync, organizationId, (options) =>
      runTask('writeSiteFile', input, options),
    );
    this.#outcome.seen = version;
    if (!written) return changeSiteState(this.#sync, { structure });
    const { oid } = written;
    await changeSiteState(this.#sync, { pushing: { from: tip ?? null, oid, structure } });
    await this.#sync.progress?.('push');
    await this.#server.push(branch, { from: tip, to: oid, pack });
    await noteCopy(gitdir, oid);
    await changeSiteState(this.#sync, { pushing: null, readCommit: oid, structure });
    this.#outcome.outgoing.push({ oid, message: commit.message, paths: [written.path] });
  }
}

const NO_PAGES = { pagesAdded: 0, pagesUpdated: 0, pagesRemoved: 0, files: 0 };

const notEmpty = ({ path }: SiteFile) =>
  new GitSyncError(
    'directory-not-empty',
    `${path} is there already. Choose that the site becomes what it says, or another directory.`,
  );

const noFile = () =>
  new GitSyncError(
    'content-refused',
    'The directory has no docs.yaml, which says what the site shows. Push one, or connect another directory.',
  );
