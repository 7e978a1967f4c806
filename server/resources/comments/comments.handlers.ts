import { membershipOr404 } from '#server/access/actor.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { readPage, toEnvelope } from '#server/lists/lists.ts';
import { changeContext, loadForEditing } from '../change-requests/content-base.ts';
import { applySuggestions } from './apply-suggestions.ts';
import {
  createComment,
  createReply,
  deleteComment,
  deleteReply,
  getComment,
  getReply,
  listComments,
  listReplies,
  updateComment,
  updateReply,
} from './comment-operations.ts';
import { countVisibleComments, selectVisibleComments } from './comments.queries.ts';
import { toLocationFields } from './comments.rules.ts';
import { createCommentView } from './view-comments.ts';

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

export const suggestionHandlers = {
  async applySuggestions(request) {
    const { db, body } = request;
    const ids = await loadForEditing(request);
    return inTransaction(db, (trx) => applySuggestions(trx, ids, body, changeContext(request)));
  },
} satisfies Handlers<'applySuggestions'>;

export const organizationCommentHandlers = {
  async listOrganizationComments(request) {
    const { params, query, actor, db } = request;
    const { organizationId } = params;
    const viewer = membershipOr404(actor, organizationId);
    const { order = 'desc', format = 'document', status, space, targetPage, authors } = query;
    const filter = { status, space, targetPage, authors };
    const page = await readPage(request, {
      scope: {
        operation: 'listOrganizationComments',
        organizationId,
        filters: [actor.user.id, status, space, targetPage, authors],
      },
      query: selectVisibleComments(db, viewer, filter),
      order: [
        { column: 'comments.posted_at', direction: order },
        { column: 'comments.id', direction: order },
      ],
      keysOf: (row) => [row.posted_at, row.id],
      count: () => countVisibleComments(db, viewer, filter),
    });
    const view = await createCommentView(request, page.rows, format);
    return toEnvelope(page, (row) => ({ ...view(row, row.level), ...toLocationFields(row) }));
  },
} satisfies Handlers<'listOrganizationComments'>;
