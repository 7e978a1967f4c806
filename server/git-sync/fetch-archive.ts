import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { runTask } from '#server/content/tasks/run-task.ts';
import { type GitRemote, GitSyncError, type SyncNote } from './git-connection.ts';
import { GitServer } from './git-server.ts';
import { isObjectId } from './object-ids.ts';
import type { ProbeContext } from './probe-repository.ts';
import { runRepositoryTask, withOwnCopy } from './receive-branch.ts';

export interface ArchivedCommit {
  organizationId: string;
  /** A branch, a tag or the id of a commit; without one, what HEAD names. */
  revision: string | undefined;
  /** Without slashes at both ends; empty for the root of the repository. */
  directory: string;
}

/**
 * Brings a directory of a repository here, without connecting anything: as a ZIP archive with one folder around everything,
 * whose bytes are given to `write`. Returns what was left out. Throws `GitSyncError`. Nothing of it stays in the work folder.
 */
export async function fetchArchive(
  context: ProbeContext,
  remote: GitRemote,
  { organizationId, revision, directory }: ArchivedCommit,
  write: (bytes: Buffer) => Promise<void>,
): Promise<SyncNote[]> {
  const server = new GitServer(context.fetcher, remote, context.signal);
  const commit = await findCommit(server, revision);
  return withOwnCopy(context, { server, tip: commit, organizationId }, async ({ gitdir }) => {
    const file = join(gitdir, 'archive.zip');
    const { isPresent, notes } = await runRepositoryTask(context, organizationId, (options) =>
      runTask('archiveBranch', { gitdir, commit, directory, file }, options),
    );
    if (!isPresent)
      throw new GitSyncError('content-refused', `The repository has no files in the folder ${directory}.`);
    for await (const bytes of createReadStream(file)) await write(Buffer.from(bytes));
    return notes;
  });
}

async function findCommit(server: GitServer, revision: string | undefined): Promise<string> {
  if (revision === undefined) {
    const head = await server.findRef('HEAD');
    if (head !== undefined) return head;
    throw new GitSyncError('repository-empty', 'The repository is empty.');
  }
  const named = (await server.findBranch(revision)) ?? (await server.findRef(`refs/tags/${revision}`));
  if (named !== undefined) return named;
  if (isObjectId(revision)) return revision;
  throw new GitSyncError(
    'branch-not-found',
    `The repository has no branch or tag ${revision.slice(0, 100)}. A commit is named by all 40 digits.`,
  );
}
