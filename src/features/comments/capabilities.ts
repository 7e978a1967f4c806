/** What servers can do about comments; ours everything. */
import type { Comment, CommentReply } from '#api/generated/types.gen.ts';
import { useCan } from '#src/api/extensions.ts';
import type { OperationId } from '#src/api/queries.ts';
import { reasonUnless } from '#src/domain/permission/permissions.ts';

/** Whether changes of a page's lines can be suggested; false until the server has answered. */
export const useTakesSuggestions = (): boolean => useCan('applySuggestions') === true;

/** Whether pages can be read as they were when a comment was written; false until the server has answered. */
export const useHasOriginals = (): boolean => useCan('getRevisionPage') === true;

/**
 * Why a reply can't be edited or deleted at servers that lack these operations; nothing for a comment. The layout has
 * asked what the server supports, so that no message waits for it.
 */
export function useReplyDenials({ target }: Comment, reply: CommentReply | undefined) {
  const can = useCan();
  const isOnSpace = target.changeRequest === undefined;
  const isPossible = (operation: OperationId) => !reply || can(operation) !== false;
  const canEdit = isOnSpace || isPossible('updateChangeRequestCommentReply');
  const canDelete = isPossible(isOnSpace ? 'deleteSpaceCommentReply' : 'deleteChangeRequestCommentReply');
  return {
    editDenial: reasonUnless(canEdit, 'This server can’t edit replies here.'),
    deleteDenial: reasonUnless(canDelete, 'This server can’t delete replies.'),
  };
}
