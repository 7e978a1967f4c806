import type { ChangeRequest, ContentChanges, SpacePermissions } from '#api/generated/types.gen.ts';
import { permissionReasons } from '#src/components/permission/permission-reasons.ts';

/** Why each thing that can be done with a change request is refused, as a sentence; undefined where it is not. */
export interface DenialReasons {
  /** Changing subject and state, asking for reviews, bringing it up to date, settling conflicts. */
  edit: string | undefined;
  /** Opening it again. */
  reopen: string | undefined;
  review: string | undefined;
  merge: string | undefined;
}

/** Why what changes nothing is not merged, although the server would do it. */
export const nothingToMerge = 'Nothing to merge yet: no changed pages or files.';

/** Whether a change request changes nothing; undefined while that is not known. */
export function isEmpty(changes: ContentChanges | undefined): boolean | undefined {
  return changes && changes.changes.length === 0 && !changes.more;
}

/**
 * What somebody may not do with a change request, and why: it is over, it is their own, or their role on the space is
 * too low.
 *
 * @param userId whoever is signed in
 */
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
