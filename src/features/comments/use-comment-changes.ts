import type { Comment } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { formatCount } from '#src/lib/counts.ts';
import { mapLimit } from '#src/lib/map-limit.ts';
import { commentInvalidations } from './comment-query.ts';
import { updateComment } from './comment-requests.ts';

/** Requests in parallel when many comments are resolved. */
const concurrency = 4;

const mutation = { mutationFn: (act: () => Promise<unknown>) => act() };

/** Runs requests on comments whose errors the caller shows: a form, a dialog, an undo. */
export function useCommentChange(refreshes = commentInvalidations) {
  return useApiMutation(mutation, { invalidates: refreshes });
}

/** Resolves and reopens comments. Can be undone. */
export function useResolve() {
  const changeComments = useCommentChange();
  const { mutate, isPending } = useApiMutation(mutation, {
    invalidates: commentInvalidations,
    onError: (error) => toastFailure(error),
  });
  const set = (comments: readonly Comment[], resolved: boolean) =>
    mapLimit(comments, concurrency, (comment) => updateComment(comment, { resolved }));

  const resolve = (comments: readonly Comment[], resolved: boolean) => {
    const verb = resolved ? 'Resolved' : 'Reopened';
    mutate(async () => {
      await set(comments, resolved);
      recordUndoable({
        label: `${verb} ${formatCount(comments.length, 'comment')}`,
        undo: () => changeComments.mutateAsync(() => set(comments, !resolved)),
        redo: () => changeComments.mutateAsync(() => set(comments, resolved)),
      });
    });
  };
  return { resolve, isPending };
}
