import { GitCommitHorizontal } from 'lucide-react';
import type { RevisionCommit } from '#api/generated/types.gen.ts';
import { CommitLink } from './commit-link.tsx';
import { describeCommit } from './describe-commit.ts';

/** A commit: its short identifier, and its message and author as a tip. */
export function CommitMark({ commit }: { commit: RevisionCommit }) {
  return (
    <span
      className="flex shrink-0 items-center gap-1 text-xs text-ink-soft"
      data-tip={describeCommit(commit)}
    >
      <GitCommitHorizontal aria-hidden="true" className="size-3.5" />
      <span className="sr-only">Commit </span>
      <CommitLink oid={commit.oid} url={commit.url} />
    </span>
  );
}
