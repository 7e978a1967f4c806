import {
  createChangeRequestComment,
  createChangeRequestCommentReply,
  createSpaceComment,
  createSpaceCommentReply,
  deleteChangeRequestComment,
  deleteChangeRequestCommentReply,
  deleteSpaceComment,
  deleteSpaceCommentReply,
  getChangeRequestComment,
  getChangeRequestCommentReply,
  getSpaceComment,
  getSpaceCommentReply,
  updateChangeRequestComment,
  updateChangeRequestCommentReply,
  updateSpaceComment,
  updateSpaceCommentReply,
} from '#api/generated/sdk.gen.ts';
import type {
  Comment,
  CommentCreate,
  CommentReply,
  CommentReplyUpdate,
  CommentUpdate,
} from '#api/generated/types.gen.ts';
import { ApiError, fieldErrors } from '#src/api/errors.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { readDraft } from '#src/components/tab-drafts/tab-drafts.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { mapLimit } from '#src/lib/arrays.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { commentInvalidations } from './queries.ts';

/** Where comments belong: to a space or to one of its change requests. */
export interface CommentContext {
  organizationId: string;
  spaceId: string;
  /** Id or number; omitted for comments on the space itself. */
  changeRequestId?: string;
  canComment: boolean;
  /** Where comments can be gathered for a review: the change request's id, and the revision on the screen. */
  review?: { changeRequestId: string; revision: string } | undefined;
}

/** The target of a new comment; empty for the whole space or change request. */
type CommentAnchor = Pick<CommentCreate, 'page' | 'node' | 'quote'>;

const strict = { throwOnError: true } as const;

function pathOf({ id: commentId, target }: Comment) {
  const { space: spaceId, changeRequest } = target;
  return changeRequest === undefined
    ? ({ on: 'space', path: { spaceId, commentId } } as const)
    : ({ on: 'change request', path: { spaceId, changeRequestId: changeRequest, commentId } } as const);
}

/** Creates a comment. Fails with 409 if its page or block no longer exists. */
export async function createComment(
  { spaceId, changeRequestId }: CommentContext,
  anchor: CommentAnchor,
  markdown: string,
): Promise<Comment> {
  const body = { ...anchor, body: { markdown } };
  try {
    const { data } =
      changeRequestId === undefined
        ? await createSpaceComment({ path: { spaceId }, body, ...strict })
        : await createChangeRequestComment({ path: { spaceId, changeRequestId }, body, ...strict });
    return data;
  } catch (error) {
    const errors = fieldErrors(error);
    if (!(error instanceof ApiError) || !(errors.has('page') || errors.has('node'))) throw error;
    throw new ApiError({
      ...error,
      status: 409,
      message: 'The page or block was changed or deleted.',
    });
  }
}

/** Edits the text, resolves or reopens, adds or removes reactions. */
export function updateComment(comment: Comment, body: CommentUpdate): Promise<unknown> {
  const { on, path } = pathOf(comment);
  return on === 'space'
    ? updateSpaceComment({ path, body, ...strict })
    : updateChangeRequestComment({ path, body, ...strict });
}

export function deleteComment(comment: Comment): Promise<unknown> {
  const { on, path } = pathOf(comment);
  return on === 'space'
    ? deleteSpaceComment({ path, ...strict })
    : deleteChangeRequestComment({ path, ...strict });
}

export function createReply(comment: Comment, markdown: string): Promise<unknown> {
  const { on, path } = pathOf(comment);
  const body = { body: { markdown } };
  return on === 'space'
    ? createSpaceCommentReply({ path, body, ...strict })
    : createChangeRequestCommentReply({ path, body, ...strict });
}

/** Edits a reply or its reactions. */
export function updateReply(
  comment: Comment,
  reply: CommentReply,
  body: CommentReplyUpdate,
): Promise<unknown> {
  const { on, path } = pathOf(comment);
  return on === 'space'
    ? updateSpaceCommentReply({ path: { ...path, commentReplyId: reply.id }, body, ...strict })
    : updateChangeRequestCommentReply({ path: { ...path, commentReplyId: reply.id }, body, ...strict });
}

export function deleteReply(comment: Comment, reply: CommentReply): Promise<unknown> {
  const { on, path } = pathOf(comment);
  return on === 'space'
    ? deleteSpaceCommentReply({ path: { ...path, commentReplyId: reply.id }, ...strict })
    : deleteChangeRequestCommentReply({ path: { ...path, commentReplyId: reply.id }, ...strict });
}

/** The Markdown of a comment or reply, for editing. */
export async function fetchMarkdown(comment: Comment, reply?: CommentReply): Promise<string> {
  const { on, path } = pathOf(comment);
  const more = { query: { format: 'markdown' }, ...strict } as const;
  if (reply === undefined) {
    const { data } =
      on === 'space'
        ? await getSpaceComment({ path, ...more })
        : await getChangeRequestComment({ path, ...more });
    return data.body.markdown ?? '';
  }
  const commentReplyId = reply.id;
  const { data } =
    on === 'space'
      ? await getSpaceCommentReply({ path: { ...path, commentReplyId }, ...more })
      : await getChangeRequestCommentReply({ path: { ...path, commentReplyId }, ...more });
  return data.body.markdown ?? '';
}

/** Name of a comment field's draft. */
export const commentDraftName = (name: string) => `comment.${name}`;

export const replyDraftName = (commentId: string) => `reply.${commentId}`;

/** Whether there is an unsent draft; its field is shown right away. */
export const hasDraft = (name: string) => readDraft(commentDraftName(name)) !== null;

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
