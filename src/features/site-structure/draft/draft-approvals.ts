/** Who has approved a draft, and whether its reader can. */
import type { StructureDraft } from '#api/generated/types.gen.ts';
import { currentUser } from '#src/api/session/session.ts';
import { formatNameList } from '#src/lib/text/format.ts';

/** Who has approved it, as sentences; undefined if nobody has. */
export function describeApprovals({ approvals }: StructureDraft): string | undefined {
  const namesOf = (isOutdated: boolean) =>
    approvals.filter((approval) => approval.isOutdated === isOutdated).map(({ user }) => user.displayName);
  const [current, outdated] = [namesOf(false), namesOf(true)];
  const sentences = [
    ...(current.length > 0 ? [`Approved by ${formatNameList(current, current.length)}.`] : []),
    ...(outdated.length > 0
      ? [`Approved before its last change by ${formatNameList(outdated, outdated.length)}.`]
      : []),
  ];
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}

/** What the reader of a draft can do about its approvals. */
export function approvalChoice({ changes, approvals }: StructureDraft): {
  choice: 'approve' | 'withdraw';
  /** Why it can't be done; undefined if it can. */
  denial?: string;
} {
  const reader = currentUser()?.id;
  const approval = approvals.find(({ user }) => user.id === reader);
  if (approval?.isOutdated === false) return { choice: 'withdraw' };
  if (changes.length === 0) return { choice: 'approve', denial: 'The draft has no changes.' };
  const isAuthor = changes.some(({ createdBy }) => createdBy.id === reader);
  return isAuthor
    ? { choice: 'approve', denial: 'Changes of yours are in the draft. Somebody else can approve it.' }
    : { choice: 'approve' };
}
