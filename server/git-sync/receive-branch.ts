import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BranchHistory } from '#server/content/repository/receive-pack.ts';
import { runTask, TaskLimitError } from '#server/content/tasks/run-task.ts';
import { type GitConnection, GitSyncError, type SyncContext } from './git-connection.ts';
import type { GitServer } from './git-server.ts';
import { isObjectId } from './object-ids.ts';

/** What a copy of a branch has. */
interface CopyState {
  tip: string;
  /** Commits without their parents. */
  shallow: string[];
}

/** The time limits of tasks grow with what a branch may have. */
export const BRANCH_WORK = { files: 20_000, bytes: 64 * 1024 * 1024 };

/** Every sync adds a pack: from so many on, the copy is made again. */
const MAX_PACKS = 200;

const PACK = 'received.pack';

type ReceiveContext = Pick<SyncContext, 'workFolder' | 'signal' | 'progress'>;

export interface ReceivedBranch {
  gitdir: string;
  history: BranchHistory;
}

export const gitdirOf = (
  { workFolder }: Pick<SyncContext, 'workFolder'>,
  connection: { id: string },
): string => join(workFolder, connection.id);

/** Brings a commit of the branch into the work folder, unless it is there. A copy that is damaged is made again. */
export async function receiveBranch(
  context: ReceiveContext,
  connection: Pick<GitConnection, 'id' | 'organizationId'>,
  { server, tip, previous }: { server: GitServer; tip: string; previous: string | undefined },
): Promise<ReceivedBranch> {
  const gitdir = gitdirOf(context, connection);
  const receive = () =>
    receiveOnce(context, { gitdir, server, tip, previous, organizationId: connection.organizationId });
  try {
    return await receive();
  } catch (error) {
    if (error instanceof GitSyncError || error instanceof TaskLimitError || context.signal?.aborted === true)
      throw error;
    await rm(gitdir, { recursive: true, force: true });
    return receive();
  }
}

/**
 * Receives a commit without its history into a folder of its own, which is there for as long as something is done with it.
 * The copy of a connection has only what its syncs need.
 */
export async function withOwnCopy<Result>(
  context: ReceiveContext,
  { server, tip, organizationId }: Pick<Receiving, 'server' | 'tip' | 'organizationId'>,
  work: (received: ReceivedBranch) => Promise<Result>,
): Promise<Result> {
  const folder = { id: `own-${randomUUID()}`, organizationId };
  try {
    return await work(await receiveBranch(context, folder, { server, tip, previous: undefined }));
  } finally {
    await rm(gitdirOf(context, folder), { recursive: true, force: true });
  }
}

interface Receiving {
  gitdir: string;
  server: GitServer;
  tip: string;
  previous: string | undefined;
  organizationId: string;
}

async function receiveOnce(
  context: ReceiveContext,
  { gitdir, server, tip, previous, organizationId }: Receiving,
): Promise<ReceivedBranch> {
  const packs = await readdir(join(gitdir, 'objects/pack')).catch(() => []);
  if (packs.length > 2 * MAX_PACKS) await rm(gitdir, { recursive: true, force: true });
  await mkdir(gitdir, { recursive: true, mode: 0o700 });
  const copy = await readCopyState(gitdir);
  let shallow = copy?.shallow ?? [];
  const isReceived = copy?.tip !== tip;
  if (isReceived) {
    await context.progress?.('fetch');
    // Of a branch that is read for the first time, its history says nothing. Otherwise it has to lead to the last commit.
    const isShallow = !copy && (previous === undefined || previous === tip);
    const received = await server.receivePack({
      wanted: tip,
      present: copy ? [copy.tip] : [],
      shallow,
      isShallow,
      file: join(gitdir, PACK),
    });
    shallow = [...new Set([...shallow, ...received.shallow])];
  }
  const history = await runRepositoryTask(context, organizationId, (options) =>
    runTask('receivePack', { gitdir, pack: isReceived ? PACK : undefined, tip, previous }, options),
  );
  await writeCopyState(gitdir, { tip, shallow });
  return { gitdir, history };
}

/** Notes that commits which were made here are in the branch. */
export async function noteCopy(gitdir: string, tip: string): Promise<void> {
  const copy = await readCopyState(gitdir);
  await writeCopyState(gitdir, { tip, shallow: copy?.shallow ?? [] });
}

async function readCopyState(gitdir: string): Promise<CopyState | undefined> {
  try {
    const state: unknown = JSON.parse(await readFile(join(gitdir, 'copy.json'), 'utf8'));
    const { tip, shallow }: Record<string, unknown> = Object(state);
    if (typeof tip !== 'string' || !isObjectId(tip) || !Array.isArray(shallow)) return undefined;
    return { tip, shallow: shallow.map(String).filter((oid) => isObjectId(oid)) };
  } catch {
    return undefined;
  }
}

function writeCopyState(gitdir: string, state: CopyState): Promise<void> {
  return writeFile(join(gitdir, 'copy.json'), JSON.stringify(state));
}

type TaskOptions = NonNullable<Parameters<typeof runTask>[2]>;
type TaskAnswer<Result> =
  | { result: Result }
  | { problem: { reason: 'too-large' | 'too-many-files' | 'content-refused'; message: string } };

/** Runs a task on a repository; what it says of the files is thrown as a problem of the sync. */
export async function runRepositoryTask<Result>(
  { signal }: Pick<SyncContext, 'signal'>,
  organizationId: string,
  run: (options: TaskOptions) => Promise<TaskAnswer<Result>>,
): Promise<Result> {
  const answer = await run({ organizationId, work: BRANCH_WORK, ...(signal && { signal }) });
  if ('problem' in answer) throw new GitSyncError(answer.problem.reason, answer.problem.message);
  return answer.result;
}
