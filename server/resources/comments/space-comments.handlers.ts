import type { Handlers } from '#server/contract.ts';
import {
  createComment,
  deleteComment,
  getComment,
  listComments,
  updateComment,
} from './comment-operations.ts';
import { createReply, deleteReply, getReply, listReplies, updateReply } from './reply-operations.ts';

/** Comments and replies on spaces. */
export const spaceCommentHandlers = {
  listSpaceComments: (request) => listComments(request, 'listSpaceComments'),
  createSpaceComment: (request) => createComment(request, 'createSpaceComment'),
  getSpaceComment: (request) => getComment(request),
  updateSpaceComment: (request) => updateComment(request, 'updateSpaceComment'),
  deleteSpaceComment: (request) => deleteComment(request, 'deleteSpaceComment'),
  listSpaceCommentReplies: (request) => listReplies(request, 'listSpaceCommentReplies'),
  createSpaceCommentReply: (request) => createReply(request, 'createSpaceCommentReply'),
  getSpaceCommentReply: (request) => getReply(request),
  updateSpaceCommentReply: (request) => updateReply(request, 'updateSpaceCommentReply'),
  deleteSpaceCommentReply: (request) => deleteReply(request, 'deleteSpaceCommentReply'),
} satisfies Handlers<
  | 'listSpaceComments'
  | 'createSpaceComment'
  | 'getSpaceComment'
  | 'updateSpaceComment'
  | 'deleteSpaceComment'
  | 'listSpaceCommentReplies'
  | 'createSpaceCommentReply'
  | 'getSpaceCommentReply'
  | 'updateSpaceCommentReply'
  | 'deleteSpaceCommentReply'
>;
