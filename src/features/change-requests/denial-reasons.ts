/** Why actions on change requests are denied by the server, beside what roles and states deny. */
import type { QueryClient } from '@tanstack/react-query';
import type { ChangeRequest, Space, SpacePermissions } from '#api/generated/types.gen.ts';
import { can, useCan } from '#src/api/extensions.ts';
import { currentUser } from '#src/api/session/session.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import {
  type DenialReasons,
  denialReasonsOf,
  noEditingReason,
  noExportReason,
  noReviewsReason,
  noUndoReason,
} from './labels.ts';

/** What servers may lack. */
interface ServerDenials {
  edits: boolean;
  reviews: boolean;
  undo: boolean;
  exports: boolean;
}

const withServer = (reasons: DenialReasons, denied: ServerDenials): DenialReasons => ({
  ...reasons,
  ...(denied.edits && { write: noEditingReason }),
  ...(denied.reviews && { review: noReviewsReason }),
  ...(denied.undo && { undo: noUndoReason }),
  ...(denied.exports && { exportFiles: noExportReason }),
});

/** Why the server takes no edits of content; undefined if it does, or hasn't answered yet. */
export const useNoEditingReason = (): string | undefined =>
  reasonUnless(useCan('editChangeRequestContent') !== false, noEditingReason);

/** Why the server takes no reviews; undefined if it does, or hasn't answered yet. */
export const useNoReviewsReason = (): string | undefined =>
  reasonUnless(useCan('createReview') !== false, noReviewsReason);

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
  const noEditing = useNoEditingReason();
  const noReviews = useNoReviewsReason();
  return withServer(denialReasonsOf(changeRequest, permissions, currentUser()?.id), {
    edits: noEditing !== undefined,
    reviews: noReviews !== undefined,
    // Offered until the server is known to lack it: an open menu doesn't get more entries.
    undo: useCan('undoMerge') === false,
    exports: useCan('exportChangeRequestContent') !== true,
  });
}

/** Like `useDenialReasons`, outside of components. */
export async function fetchDenialReasons(
  queryClient: QueryClient,
  changeRequest: ChangeRequest,
  { permissions }: Pick<Space, 'permissions'>,
): Promise<DenialReasons> {
  const [edits, reviews, undo, exports] = await Promise.all([
    can(queryClient, 'editChangeRequestContent'),
    can(queryClient, 'createReview'),
    can(queryClient, 'undoMerge'),
    can(queryClient, 'exportChangeRequestContent'),
  ]);
  return withServer(denialReasonsOf(changeRequest, permissions, currentUser()?.id), {
    edits: !edits,
    reviews: !reviews,
    undo: !undo,
    exports: !exports,
  });
}
