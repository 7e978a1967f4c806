import type { FastifyRequest } from 'fastify';
import type { StoredFileRef, StoredReusableContent } from '#server/content/pages/storage.ts';
import { type FindInBranch, findPushedFiles } from '#server/git-sync/pushed-files.ts';
import type { ContentBase } from '../change-requests/content-base.ts';

/**
 * Where the repository of a space has its items now: those with `ids`, all by default. A change request is nowhere but here; its
 * pages say which files they came from, which decides what paths in their texts mean.
 */
export async function findInRepository(
  { db, query: { metadata = true } = {} }: Pick<FastifyRequest, 'db'> & { query?: { metadata?: boolean } },
  { space, changeRequest }: Pick<ContentBase, 'space' | 'changeRequest'>,
  ids?: readonly string[],
): Promise<FindInBranch> {
  const isSynchronized = space.git_sync !== null && changeRequest === null;
  return metadata && isSynchronized ? findPushedFiles(db, space.id, ids) : ({ git }) => git;
}

/** An item with the place that `gitOf` has for it. */
export function withGit<Item extends StoredFileRef | StoredReusableContent>(
  item: Item,
  gitOf: FindInBranch,
): Item {
  const git = gitOf(item);
  return git === item.git ? item : { ...item, git };
}
