import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runTask } from '#server/content/tasks/run-task.ts';
import { type GitRemote, GitSyncError, type SyncNote } from './git-connection.ts';
import { GitServer } from './git-server.ts';
import { isObjectId } from './object-ids.ts';
import type { ProbeContext } from './probe-repository.ts';
import { receiveBranch, runRepositoryTask } from './receive-branch.ts';

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
  const id = `import-${randomUUID()}`;
  try {
    const { gitdir } = await receiveBranch(
      context,
      { id, organizationId },
      { server, tip: commit, previous: undefined },
    );
    const file = join(gitdir, 'archive.zip');
    const { isPresent, notes } = await runRepositoryTask(context, organizationId, (options) =>
      runTask('archiveBranch', { gitdir, commit, directory, file }, options),
    );
    if (!isPresent)
      throw new GitSyncError('content-refused', `The repository has no files in the folder ${directory}.`);
    for await (const bytes of createReadStream(file)) await write(Buffer.from(bytes));
    return notes;
  } finally {
    await rm(join(context.workFolder, id), { recursive: true, force: true });
  }
}

async function findCommit(server: GitServer, revision: string | undefined): Promise<string> {
  const refs = await server.listRefs();
  const named = (ref: string) => refs.find((one) => one.ref === ref)?.oid;
  if (revision === undefined) {
    const head = named('HEAD');
    if (head !== undefined) return head;
    throw new GitSyncError('repository-empty', 'The repository is empty.');
  }
  const commit = named(`refs/heads/${revision}`) ?? (await server.findTag(revision));
  if (commit !== undefined) return commit;
  if (isObjectId(revision)) return revision;
  throw new GitSyncError(
    'branch-not-found',
    `The repository has no branch or tag ${revision.slice(0, 100)}. A commit is named by all 40 digits.`,
  );
}
