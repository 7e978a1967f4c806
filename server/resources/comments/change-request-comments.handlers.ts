import type { Handlers } from '#server/contract.ts';
import {
  createComment,
  deleteComment,
  getComment,
  listComments,
  updateComment,
} from './comment-operations.ts';
import { createReply, deleteReply, getReply, listReplies, updateReply } from './reply-operations.ts';

/** Comments and replies on change requests. */
export const changeRequestCommentHandlers = {
  listChangeRequestComments: (request) => listComments(request, 'listChangeRequestComments'),
  createChangeRequestComment: (request) => createComment(request, 'createChangeRequestComment'),
  getChangeRequestComment: (request) => getComment(request),
  updateChangeRequestComment: (request) => updateComment(request, 'updateChangeRequestComment'),
  deleteChangeRequestComment: (request) => deleteComment(request, 'deleteChangeRequestComment'),
  listChangeRequestCommentReplies: (request) => listReplies(request, 'listChangeRequestCommentReplies'),
  createChangeRequestCommentReply: (request) =>
    createReply(request, 'createChangeRequestCommentReply', request.query.format),
  getChangeRequestCommentReply: (request) => getReply(request),
  updateChangeRequestCommentReply: (request) => updateReply(request, 'updateChangeRequestCommentReply'),
  deleteChangeRequestCommentReply: (request) => deleteReply(request, 'deleteChangeRequestCommentReply'),
} satisfies Handlers<
  | 'listChangeRequestComments'
  | 'createChangeRequestComment'
  | 'getChangeRequestComment'
  | 'updateChangeRequestComment'
  | 'deleteChangeRequestComment'
  | 'listChangeRequestCommentReplies'
  | 'createChangeRequestCommentReply'
  | 'getChangeRequestCommentReply'
  | 'updateChangeRequestCommentReply'
  | 'deleteChangeRequestCommentReply'
>;
