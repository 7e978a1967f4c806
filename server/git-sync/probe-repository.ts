import type { InspectedBranch } from '#server/content/repository/inspect-branch.ts';
import { runTask } from '#server/content/tasks/run-task.ts';
import type { GitRemote, ProbedRepository, SyncContext } from './git-connection.ts';
import { GitServer, type ServerRef } from './git-server.ts';
import { runRepositoryTask, withOwnCopy } from './receive-branch.ts';

/** So many branches are offered; others can be typed. */
const MAX_BRANCHES = 1000;

export type ProbeContext = Pick<SyncContext, 'fetcher' | 'workFolder' | 'signal'>;

export interface ProbeOptions {
  organizationId: string;
  /** Without one, the default branch. */
  branch?: string | undefined;
}

/**
 * Looks at a repository that may be connected: what it is, whether it may be written to, and where the books are. Throws
 * `GitSyncError`. What is received is deleted again.
 */
export async function probeRepository(
  context: ProbeContext,
  remote: GitRemote,
  { organizationId, branch }: ProbeOptions,
): Promise<ProbedRepository> {
  const server = new GitServer(context.fetcher, remote, context.signal);
  const refs = await server.listRefs();
  const mayWrite = await server.mayWrite();
  const branches = refs.flatMap(({ ref }) => (ref === 'HEAD' ? [] : [ref.replace(/^refs\/heads\//, '')]));
  const defaultBranch = defaultBranchOf(refs, branches);
  const chosen = branch ?? defaultBranch;
  const commit = refs.find(({ ref }) => ref === `refs/heads/${chosen}`)?.oid;
  const inspected =
    commit === undefined
      ? { files: 0, books: [], siteFiles: [] }
      : await inspectCommit(context, { server, commit, organizationId, directory: '' });
  return {
    branches: branches.slice(0, MAX_BRANCHES),
    defaultBranch,
    branch: chosen,
    commit,
    mayWrite,
    directories: inspected.books.map(({ path, kind, title, pages, needsConversion }) => {
      return { path, kind, title, pages, needsConversion };
    }),
    siteFiles: inspected.siteFiles,
    files: inspected.files,
  };
}

/** HEAD names the default branch; of servers that do not say which, it is one with the same commit. */
function defaultBranchOf(refs: readonly ServerRef[], branches: readonly string[]): string | undefined {
  const head = refs.find(({ ref }) => ref === 'HEAD');
  if (head?.target !== undefined) return head.target.replace(/^refs\/heads\//, '');
  const same = refs.filter(({ ref, oid }) => ref !== 'HEAD' && oid === head?.oid);
  const names = same.map(({ ref }) => ref.replace(/^refs\/heads\//, ''));
  return names.find((name) => name === 'main' || name === 'master') ?? names[0] ?? branches[0];
}

interface Inspection {
  server: GitServer;
  commit: string;
  organizationId: string;
  directory: string;
}

/** What a directory of a commit holds; received into a folder of its own. */
export async function inspectCommit(
  context: ProbeContext,
  { server, commit, organizationId, directory }: Inspection,
): Promise<InspectedBranch> {
  return withOwnCopy(context, { server, tip: commit, organizationId }, ({ gitdir }) =>
    runRepositoryTask(context, organizationId, (options) =>
      runTask('inspectBranch', { gitdir, commit, directory, withBooks: true }, options),
    ),
  );
}
