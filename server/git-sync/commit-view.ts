import type { RevisionCommit, RevisionGit } from '#api/generated/types.gen.ts';

/** A revision whose commit is not known has none: imports and seeds may name a branch alone. */
export function toCommitView(git: RevisionGit | null): RevisionCommit | undefined {
  if (git?.oid === undefined) return undefined;
  const { oid, message = '', author, url } = git;
  const [line = ''] = message.trim().split('\n', 1);
  return {
    oid,
    ...(line !== '' && { message: line }),
    ...(typeof author === 'string' && { author }),
    ...(url !== undefined && { url }),
  };
}
