import type { Comment } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { countOf } from '#src/lib/counts.ts';
import { mapFew } from '#src/lib/map-few.ts';
import { commentRefreshes } from './comment-query.ts';
import { updateComment } from './comment-requests.ts';

/** Requests under way at a time when many discussions are resolved. */
const atOnce = 4;

const change = { mutationFn: (act: () => Promise<unknown>) => act() };

/** Carries out requests on discussions whose failure somebody else shows: a form, a confirm dialog, an undo. */
export function useCommentChange(refreshes = commentRefreshes) {
  return useApiMutation(change, { refreshes });
}

/** Resolves and reopens discussions, one or many, and offers to take it back. */
export function useResolve() {
  const quiet = useCommentChange();
  const { mutate, isPending } = useApiMutation(change, {
    refreshes: commentRefreshes,
    onError: (error) => toastFailure(error),
  });
  const set = (comments: readonly Comment[], resolved: boolean) =>
    mapFew(comments, atOnce, (comment) => updateComment(comment, { resolved }));

  const resolve = (comments: readonly Comment[], resolved: boolean) => {
    const verb = resolved ? 'Resolved' : 'Reopened';
    mutate(async () => {
      await set(comments, resolved);
      recordUndoable({
        label: `${verb} ${countOf(comments.length, 'comment')}`,
        undo: () => quiet.mutateAsync(() => set(comments, !resolved)),
        redo: () => quiet.mutateAsync(() => set(comments, resolved)),
      });
    });
  };
  return { resolve, isPending };
}
