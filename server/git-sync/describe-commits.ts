import type { BranchHistory } from '#server/content/repository/receive-pack.ts';
import type { IncomingSync } from './git-connection.ts';

const MAX_LISTED = 10;

/** What commits say, newest last: the message of one, or the first lines of several. */
export function describeCommits(commits: BranchHistory['commits']): string {
  const messages = commits.map(({ message }) => message.trim()).toReversed();
  if (messages.length <= 1) return messages[0] ?? '';
  const lines = messages.slice(0, MAX_LISTED).map((message) => `* ${message.split('\n')[0]}`);
  const more = messages.length > MAX_LISTED ? [`* and ${messages.length - MAX_LISTED} more`] : [];
  return [`${messages.length} commits`, '', ...lines, ...more].join('\n');
}

const MAX_NAMED = 3;
const MAX_NAME_LENGTH = 100;

/** Names of the authors of commits, newest first, without their addresses. */
export function describeAuthors(commits: BranchHistory['commits']): string {
  const names = commits.map(({ author }) =>
    author
      .replace(/\s*<.*$/, '')
      .trim()
      .slice(0, MAX_NAME_LENGTH),
  );
  const people = [...new Set(names)].filter((name) => name !== '');
  const more = people.length > MAX_NAMED ? [`${people.length - MAX_NAMED} more`] : [];
  return [...people.slice(0, MAX_NAMED), ...more].join(', ');
}

/** Several commits may come in within one run: what they changed together. */
export function addChanges(before: IncomingSync | undefined, next: IncomingSync): IncomingSync {
  if (!before) return next;
  return {
    ...before,
    ...next,
    pagesAdded: before.pagesAdded + next.pagesAdded,
    pagesUpdated: before.pagesUpdated + next.pagesUpdated,
    pagesRemoved: before.pagesRemoved + next.pagesRemoved,
    files: before.files + next.files,
  };
}
