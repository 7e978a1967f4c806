import { useQueryClient } from '@tanstack/react-query';
import {
  deleteSpaceMutation,
  duplicateSpaceMutation,
  restoreSpaceMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Space } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { contentQueries, spaceDeletionConfirmation } from './delete-content.ts';

/**
 * Duplicates spaces.
 *
 * @returns a function that resolves to the copy, or to null after showing the error
 */
export function useDuplicateSpace(
  organizationId: string,
): (space: { id: string; title: string }) => Promise<Space | null> {
  const queryClient = useQueryClient();
  const copy = useApiMutation(duplicateSpaceMutation(), { invalidates: contentQueries });
  const remove = useApiMutation(deleteSpaceMutation(), { invalidates: contentQueries });
  const restore = useApiMutation(restoreSpaceMutation(), { invalidates: contentQueries });
  return async ({ id, title }) => {
    try {
      const created = await copy.mutateAsync({ path: { spaceId: id } });
      const path = { spaceId: created.id };
      recordUndoable({
        label: `Duplicated space “${title}”`,
        undo: () => remove.mutateAsync({ path }),
        redo: () => restore.mutateAsync({ path }),
        confirmations: { undo: () => spaceDeletionConfirmation(queryClient, organizationId, created) },
      });
      return created;
    } catch (error) {
      toastFailure(error);
      return null;
    }
  };
}
