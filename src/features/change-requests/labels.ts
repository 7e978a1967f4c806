import type {
  ChangeRequest,
  ChangeRequestSize,
  OrganizationChangeRequest,
  ContentChanges,
  ContentConflicts,
  SpacePermissions,
  RequestedReviewer,
  RequestedTeam,
  User,
} from '#api/generated/types.gen.ts';
import { permissionReasons } from '#src/domain/permission/permissions.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import type { Tone } from '#src/ui/badge.tsx';

/** A requested review: from a person, or on some servers from a team. */
interface ReviewerRequest {
  id: string;
  displayName: string;
  /** Null for a team. */
  user: User | null;
  /** Whether a member of the team has reviewed the latest revision. */
  isAnswered?: boolean;
  requestedBy: User | null;
  createdAt: string;
}

/** A review request as servers may return it. */
type ReviewerRequestResponse = Partial<Omit<RequestedReviewer, 'team'>> & {
  team?: Partial<RequestedTeam>;
};

/** Parses review requests. Skips those that name neither a person nor a team. */
export function parseReviewerRequests(requested: readonly RequestedReviewer[]): ReviewerRequest[] {
  return requested.flatMap(
    ({ user, team, requestedBy, createdAt = '' }: ReviewerRequestResponse): ReviewerRequest[] => {
      const about = { requestedBy: requestedBy ?? null, createdAt };
      if (user) return [{ id: user.id, displayName: user.displayName, user, ...about }];
      if (!team) return [];
      const { id = '', title = 'Team', reviewed: isAnswered = false } = team;
      return [{ id, displayName: title, user: null, isAnswered, ...about }];
    },
  );
}

/** Why each action on a change request is denied; undefined if it is allowed. */
export interface DenialReasons {
  /** Editing the subject and status, requesting reviews, updating, resolving conflicts. */
  edit: string | undefined;
  /** Reopening. */
  reopen: string | undefined;
  review: string | undefined;
  merge: string | undefined;
  /** Changing its content. */
  write: string | undefined;
  /** Undoing its merge, once it is merged. */
  undo: string | undefined;
  /** Exporting its files, which some servers don't. */
  exportFiles?: string;
}

/** Why an empty change request is not merged, although the server would accept it. */
export const nothingToMerge = 'Nothing to merge yet: no changed content.';

/** Whether there are no changes; undefined while unknown. */
export function isEmpty(changes: ContentChanges | undefined): boolean | undefined {
  return changes && changes.changes.length === 0 && !changes.more;
}

/** Whether its content is that of the space which it was made from, or last updated to. */
export function isUntouched({
  revision,
  revisionInitial,
  revisionMergedAncestor = revisionInitial,
}: Pick<ChangeRequest, 'revision' | 'revisionInitial' | 'revisionMergedAncestor'>): boolean {
  return revision === revisionMergedAncestor;
}

/** Why nothing of a change request can be edited at some servers of the documented API. */
export const noEditingReason = 'The console can’t edit the content of change requests at this server.';

/** The reason for disabled reviews at some servers of the documented API. */
export const noReviewsReason = 'This server doesn’t take reviews.';

/** Why no merge can be undone at some servers of the documented API. */
export const noUndoReason = 'This server doesn’t undo merges.';

/** Why its files can't be exported at servers of another make. */
export const noExportReason = 'This server doesn’t export change requests.';

/** Why the user may not act on a change request: it is closed, it is their own, or their role is too low. */
export function denialReasonsOf(
  { status, createdBy }: Pick<ChangeRequest, 'status' | 'createdBy'>,
  permissions: Pick<SpacePermissions, 'edit' | 'review' | 'merge'>,
  userId: string | undefined,
): DenialReasons {
  const closedReason =
    status === 'merged'
      ? 'This change request is merged.'
      : status === 'archived'
        ? 'This change request is archived. Reopen it first.'
        : undefined;
  const ownReason = createdBy.id === userId ? 'You can’t review your own change request.' : undefined;
  const editorReason = permissions.edit ? undefined : permissionReasons.editor;
  return {
    edit: closedReason ?? editorReason,
    write: closedReason ?? editorReason,
    reopen: status === 'merged' ? closedReason : editorReason,
    review: closedReason ?? ownReason ?? (permissions.review ? undefined : permissionReasons.reviewer),
    merge: closedReason ?? (permissions.merge ? undefined : permissionReasons.reviewer),
    undo: editorReason,
  };
}

const statusLabels: Record<ChangeRequest['status'], { name: string; tone: Tone; meaning: string }> = {
  draft: { name: 'Draft', tone: 'neutral', meaning: 'In progress, not ready for review.' },
  open: { name: 'Open', tone: 'success', meaning: 'Ready for review.' },
  merged: { name: 'Merged', tone: 'accent', meaning: 'Merged into its space.' },
  archived: { name: 'Archived', tone: 'neutral', meaning: 'Closed without merging. Can be reopened.' },
};

/** Label and tone of a status. An unknown status is shown as the server names it. */
export function statusOf(status: string): { name: string; tone: Tone; meaning: string } {
  return new Map(Object.entries(statusLabels)).get(status) ?? { name: status, tone: 'neutral', meaning: '' };
}

/** The subject, or the number if the subject is empty. */
export function nameOf({ subject, number }: Pick<ChangeRequest, 'subject' | 'number'>): string {
  return subject.trim() === '' ? `Change request ${number}` : subject;
}

/** Whether it can still be edited, reviewed and merged. */
export function isUnfinished({ status }: Pick<ChangeRequest, 'status'>): boolean {
  return status === 'draft' || status === 'open';
}

/** Path parameters of a change request. */
export interface ChangeRequestPath {
  spaceId: string;
  /** Id, or number within the space. */
  changeRequestId: string;
}

export function pathOf({ space, number }: Pick<OrganizationChangeRequest, 'space' | 'number'>) {
  return { spaceId: space, changeRequestId: String(number) };
}

/** "2 pages, 1 reusable item and 1 file with conflicts"; undefined without any. */
export function describeConflicts({
  conflicts,
  reusableContents = [],
  files = [],
}: Pick<ContentConflicts, 'conflicts' | 'reusableContents' | 'files'>): string | undefined {
  const counts = [
    [conflicts.length, 'page'] as const,
    [reusableContents.length, 'reusable item'] as const,
    [files.length, 'file'] as const,
  ].flatMap(([count, noun]) => (count > 0 ? [formatCount(count, noun)] : []));
  const last = counts.pop();
  if (last === undefined) return undefined;
  return `${counts.length > 0 ? `${counts.join(', ')} and ` : ''}${last} with conflicts`;
}

/** The lines that a change request adds and removes: “+12 −4”; undefined while they are not counted. */
export function linesOfSize({ addedLines, removedLines }: ChangeRequestSize): string | undefined {
  if (addedLines === undefined || removedLines === undefined) return undefined;
  return `+${formatNumber(addedLines)} −${formatNumber(removedLines)}`;
}

/** How much a change request changes, in words. */
export function describeSize({ pages, others, addedLines, removedLines }: ChangeRequestSize): string {
  const texts = [
    formatCount(pages, 'page'),
    ...(others > 0 ? [formatCount(others, 'other change')] : []),
    ...(addedLines === undefined ? [] : [`${formatCount(addedLines, 'line')} added`]),
    ...(removedLines === undefined ? [] : [`${formatNumber(removedLines)} removed`]),
  ];
  return texts.join(', ');
}
