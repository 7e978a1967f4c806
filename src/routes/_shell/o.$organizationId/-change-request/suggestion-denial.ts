import type { ChangeRequest, Space } from '#api/generated/types.gen.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { denialReasonsOf } from '#src/features/change-requests/labels.ts';

/** Why a person can't suggest changes: a role that is too low, or nothing that could still be changed. */
export function suggestionDenialReason(
  changeRequest: ChangeRequest,
  { permissions }: Space,
): string | undefined {
  const { edit: closedReason } = denialReasonsOf(changeRequest, { ...permissions, edit: true }, undefined);
  return reasonUnless(permissions.comment, permissionReasons.commenter) ?? closedReason;
}
