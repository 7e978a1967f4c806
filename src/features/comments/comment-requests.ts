/** Requests on comments, wherever they are: on a space or on one of its change requests. */
import { ApiError, fieldErrors } from '#src/api/errors.ts';
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
import type { Comment, CommentReply, CommentReplyUpdate, CommentUpdate } from '#api/generated/types.gen.ts';

/** Where discussions are: a space, or one of its change requests. */
export interface CommentContext {
  organizationId: string;
  spaceId: string;
  /** Its identifier or number; left out for the discussions on the space itself. */
  changeRequestId?: string;
  /** Whether the caller may take part. */
  canComment: boolean;
}

/** What a new discussion is about; nothing of it for the whole. */
export interface CommentAnchor {
  page?: string;
  node?: string;
}

const strict = { throwOnError: true } as const;

function pathOf({ id: commentId, target }: Comment) {
  const { space: spaceId, changeRequest } = target;
  return changeRequest === undefined
    ? ({ on: 'space', path: { spaceId, commentId } } as const)
    : ({ on: 'change request', path: { spaceId, changeRequestId: changeRequest, commentId } } as const);
}

/** Starts a discussion. Fails with 409 where the page or the block that it is about is there no more. */
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

/** Changes the text, resolves or reopens, adds or takes back reactions. */
export function updateComment(comment: Comment, body: CommentUpdate): Promise<unknown> {
  const { on, path } = pathOf(comment);
  return on === 'space'
    ? updateSpaceComment({ path, body, ...strict })
    : updateChangeRequestComment({ path, body, ...strict });
}

/** Deletes a discussion with its replies. */
export function deleteComment(comment: Comment): Promise<unknown> {
  const { on, path } = pathOf(comment);
  return on === 'space'
    ? deleteSpaceComment({ path, ...strict })
    : deleteChangeRequestComment({ path, ...strict });
}

/** Answers a comment. */
export function createReply(comment: Comment, markdown: string): Promise<unknown> {
  const { on, path } = pathOf(comment);
  const body = { body: { markdown } };
  return on === 'space'
    ? createSpaceCommentReply({ path, body, ...strict })
    : createChangeRequestCommentReply({ path, body, ...strict });
}

/** Changes a reply or the reactions to it. */
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

/** Deletes a reply. */
export function deleteReply(comment: Comment, reply: CommentReply): Promise<unknown> {
  const { on, path } = pathOf(comment);
  return on === 'space'
    ? deleteSpaceCommentReply({ path: { ...path, commentReplyId: reply.id }, ...strict })
    : deleteChangeRequestCommentReply({ path: { ...path, commentReplyId: reply.id }, ...strict });
}

/** The text of a comment or a reply as it was typed, to be edited. */
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
