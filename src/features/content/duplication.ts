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
import { contentLists, spaceRemovalQuestion } from './removal.ts';

/** Copies spaces. @returns the function that does it; it answers the copy, or null after it told why there is none */
export function useDuplication(
  organizationId: string,
): (space: { id: string; title: string }) => Promise<Space | null> {
  const queryClient = useQueryClient();
  const copy = useApiMutation(duplicateSpaceMutation(), { refreshes: contentLists });
  const remove = useApiMutation(deleteSpaceMutation(), { refreshes: contentLists });
  const restore = useApiMutation(restoreSpaceMutation(), { refreshes: contentLists });
  return async ({ id, title }) => {
    try {
      const made = await copy.mutateAsync({ path: { spaceId: id } });
      const path = { spaceId: made.id };
      recordUndoable({
        label: `Duplicated space “${title}”`,
        undo: () => remove.mutateAsync({ path }),
        redo: () => restore.mutateAsync({ path }),
        asks: { undo: () => spaceRemovalQuestion(queryClient, organizationId, made) },
      });
      return made;
    } catch (error) {
      toastFailure(error);
      return null;
    }
  };
}
