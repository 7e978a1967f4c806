import { flattenPages } from '#server/content/pages/page-tree.ts';
import { getRevision } from '#server/content/stored/revisions.ts';
import {
  type FirstSyncPreview,
  type GitConnection,
  GitSyncError,
  type SyncContext,
} from './git-connection.ts';
import { GitServer } from './git-server.ts';
import { inspectCommit } from './probe-repository.ts';
import { toProblem } from './to-problem.ts';

/** What the first sync of a connection would do, in numbers. Nothing is written, here and there. */
export async function previewFirstSync(
  context: SyncContext,
  connection: GitConnection,
): Promise<FirstSyncPreview> {
  const present = await countSpace(context, connection);
  const preview: FirstSyncPreview = {
    direction: connection.initial,
    kind: 'gitbook',
    pages: present.pages,
    files: present.files,
    pagesRemoved: 0,
    needsConversion: false,
    notes: [],
  };
  try {
    const server = new GitServer(context.fetcher, connection, context.signal);
    const commit = await server.findBranch(connection.branch);
    if (connection.initial === 'space') await checkWritable(context, connection, { server, commit });
    else Object.assign(preview, await previewRepository(context, connection, { server, commit, present }));
    return preview;
  } catch (error) {
    return { ...preview, problem: toProblem(error) };
  }
}

async function countSpace(
  { db }: SyncContext,
  { spaceId }: GitConnection,
): Promise<{ pages: number; files: number }> {
  const { revision_id: id } = await db
    .selectFrom('spaces')
    .select('revision_id')
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow();
  const { pages, files } = await getRevision(db, spaceId, id);
  return { pages: flattenPages(pages).length, files: files.length };
}

interface Target {
  server: GitServer;
  commit: string | undefined;
}

async function checkWritable(
  context: SyncContext,
  { organizationId, directory }: GitConnection,
  { server, commit }: Target,
): Promise<void> {
  if (!(await server.mayWrite()))
    throw new GitSyncError(
      'write-refused',
      'The server does not allow this token to push. Give it the right to write to the repository.',
    );
  if (commit === undefined) return;
  const { files } = await inspectCommit(context, { server, commit, organizationId, directory });
  if (files > 0) throw directoryNotEmpty(files);
}

export function directoryNotEmpty(files: number): GitSyncError {
  return new GitSyncError(
    'directory-not-empty',
    `The directory has ${files === 1 ? 'one file' : `${files} files`}. Choose an empty directory or branch, or that the repository is read into the space.`,
  );
}

async function previewRepository(
  context: SyncContext,
  { organizationId, directory, branch }: GitConnection,
  { server, commit, present }: Target & { present: { pages: number } },
): Promise<Partial<FirstSyncPreview>> {
  if (commit === undefined)
    throw new GitSyncError(
      'branch-not-found',
      `The repository has no branch ${JSON.stringify(branch)}. Push files to it first, or choose another one.`,
    );
  const { books, notes } = await inspectCommit(context, { server, commit, organizationId, directory });
  const book = books.find(({ path }) => path === '') ?? books[0];
  if (!book) throw new GitSyncError('content-refused', 'The directory has no pages.');
  const { kind, pages, files, needsConversion } = book;
  return { kind, pages, files, needsConversion, notes, pagesRemoved: present.pages };
}
