/** Why actions on change requests are denied by the server, beside what roles and states deny. */
import type { QueryClient } from '@tanstack/react-query';
import type { ChangeRequest, Space, SpacePermissions } from '#api/generated/types.gen.ts';
import { currentUser } from '#src/api/session/session.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import {
  fetchMissingActions,
  type MissingActions,
  useMissingActions,
  useTakesEdits,
  useTakesReviews,
} from './capabilities.ts';
import {
  type DenialReasons,
  denialReasonsOf,
  noEditingReason,
  noExportReason,
  noReviewsReason,
  noUndoReason,
} from './labels.ts';

const withServer = (reasons: DenialReasons, missing: MissingActions): DenialReasons => ({
  ...reasons,
  ...(missing.edits && { write: noEditingReason }),
  ...(missing.reviews && { review: noReviewsReason }),
  ...(missing.undo && { undo: noUndoReason }),
  ...(missing.exports && { exportFiles: noExportReason }),
});

/** Why the server takes no edits of content; undefined if it does, or hasn't answered yet. */
export const useNoEditingReason = (): string | undefined => reasonUnless(useTakesEdits(), noEditingReason);

/** Why the server takes no reviews; undefined if it does, or hasn't answered yet. */
export const useNoReviewsReason = (): string | undefined => reasonUnless(useTakesReviews(), noReviewsReason);

/** Why nobody, or this person, can edit the content of a space in a new change request. */
export function useEditDenial({ edit }: Pick<SpacePermissions, 'edit'>): string | undefined {
  const noEditing = useNoEditingReason();
  return reasonUnless(edit, permissionReasons.editor) ?? noEditing;
}

/** Like `denialReasonsOf`, for the signed-in user at the server of the session. */
export function useDenialReasons(
  changeRequest: Parameters<typeof denialReasonsOf>[0],
  permissions: Parameters<typeof denialReasonsOf>[1],
): DenialReasons {
  const missing = useMissingActions();
  return withServer(denialReasonsOf(changeRequest, permissions, currentUser()?.id), missing);
}

/** Like `useDenialReasons`, outside of components. */
export async function fetchDenialReasons(
  queryClient: QueryClient,
  changeRequest: ChangeRequest,
  { permissions }: Pick<Space, 'permissions'>,
): Promise<DenialReasons> {
  const missing = await fetchMissingActions(queryClient);
  return withServer(denialReasonsOf(changeRequest, permissions, currentUser()?.id), missing);
}
