import type { ChangeRequest, ContentChanges, SpacePermissions } from '#api/generated/types.gen.ts';
import { permissionReasons } from '#src/components/permission/permission-reasons.ts';

/** Why each action on a change request is denied; undefined if it is allowed. */
export interface DenialReasons {
  /** Editing the subject and status, requesting reviews, updating, resolving conflicts. */
  edit: string | undefined;
  /** Opening it again. */
  reopen: string | undefined;
  review: string | undefined;
  merge: string | undefined;
}

/** Why an empty change request is not merged, although the server would accept it. */
export const nothingToMerge = 'Nothing to merge yet: no changed pages or files.';

/** Whether there are no changes; undefined while unknown. */
export function isEmpty(changes: ContentChanges | undefined): boolean | undefined {
  return changes && changes.changes.length === 0 && !changes.more;
}

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
    reopen: status === 'merged' ? closedReason : editorReason,
    review: closedReason ?? ownReason ?? (permissions.review ? undefined : permissionReasons.reviewer),
    merge: closedReason ?? (permissions.merge ? undefined : permissionReasons.reviewer),
  };
}
