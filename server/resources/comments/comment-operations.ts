import type { FastifyRequest } from 'fastify';
import type {
  Comment,
  CommentCreate,
  CommentReply,
  CommentReplyCreate,
  CommentReplyUpdate,
  CommentStatusFilter,
  CommentUpdate,
  ContentFormat,
  SortOrder,
} from '#api/generated/types.gen.ts';
import { badValues, notFound } from '#server/base/errors.ts';
import { parseBody, parseNote } from '#server/content/documents/comment-text.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { type ListEnvelope, type ListQuery, readPage, toEnvelope } from '#server/lists/lists.ts';
import { type BasePath, type ContentBase, loadContentBase } from '../change-requests/content-base.ts';
import { isEmoji } from '../spaces/spaces.rules.ts';
import { addComment, changeComment, removeComment } from './comment-changes.ts';
import { findTarget } from './comment-target.queries.ts';
import {
  type CommentRow,
  countComments,
  countReplies,
  findComment,
  findReply,
  onBase,
  matchComments,
  type ReactionChanges,
  selectComments,
  selectReplies,
} from './comments.queries.ts';
import {
  type Caller,
  parseBodyUpdate,
  requireAuthor,
  requireCommentPermission,
  requireDeletePermission,
} from './comments.rules.ts';
import { addReply, changeReply, removeReply } from './reply-changes.ts';
import { createCommentView, createReplyView } from './view-comments.ts';

/** Throws 400 naming everything that is not an emoji. */
function parseReactionChanges(body: {
  addedReactions?: string[];
  removedReactions?: string[];
}): ReactionChanges {
  const { addedReactions = [], removedReactions = [] } = body;
  const problems = Object.entries({ addedReactions, removedReactions }).flatMap(([field, emojis]) =>
    emojis.flatMap((emoji, index) =>
      isEmoji(emoji) ? [] : [{ path: `body.${field}[${index}]`, problem: 'must be a single emoji' }],
    ),
  );
  if (problems.length > 0) throw badValues(problems);
  return { added: addedReactions, removed: removedReactions };
}

// Shared by spaces and change requests; the path decides which.

type CommentRequest = Pick<FastifyRequest, 'db' | 'actor' | 'service' | 'clock'>;

interface CommentPath extends BasePath {
  commentId: string;
}

interface CommentListQuery extends ListQuery {
  order?: SortOrder;
  status?: CommentStatusFilter;
  format?: ContentFormat;
  targetPage?: string;
  authors?: string[];
}

/** Lists the comments of a base. `operation`: the operation id, which cursors are bound to. */
export async function listComments(
  request: CommentRequest & Pick<FastifyRequest, 'cursors'> & { params: BasePath; query: CommentListQuery },
  operation: string,
): Promise<ListEnvelope<Comment>> {
  const { db, params, query } = request;
  const base = await loadContentBase(request, params);
  const { order = 'desc', format = 'document', status, targetPage, authors } = query;
  const filter = { status, targetPage, authors };
  const page = await readPage(request, {
    scope: {
      operation,
      organizationId: base.space.organization_id,
      filters: [base.space.id, base.changeRequest?.id, status, targetPage, authors],
    },
    query: selectComments(db).where(onBase(base)).where(matchComments(filter)),
    order: [
      { column: 'comments.posted_at', direction: order },
      { column: 'comments.id', direction: order },
    ],
    keysOf: (row) => [row.posted_at, row.id],
    count: () => countComments(db, base, filter),
  });
  const view = await createCommentView(request, page.rows, format);
  return toEnvelope(page, (row) => view(row, base.level));
}

/** Responds with the text as written. */
export async function createComment(
  request: CommentRequest & { params: BasePath; body: CommentCreate },
  action: string,
): Promise<Comment> {
  const { db, actor, clock, params, body } = request;
  const base = await loadContentBase(request, params);
  requireCommentPermission(callerOf(request, base));
  const text = body.suggestion ? parseNote(body.body) : parseBody(body.body);
  const target = await findTarget(db, base, body);
  const change = { base, actor, action, now: clock.now() };
  const commentId = await inTransaction(db, (trx) => addComment(trx, change, { ...target, body: text }));
  return viewComment(request, base, commentId);
}

export async function getComment(
  request: CommentRequest & { params: CommentPath; query: { format?: ContentFormat } },
): Promise<Comment> {
  const { base, comment } = await loadComment(request, request.params);
  return viewComment(request, base, comment.id, request.query.format ?? 'document');
}

/** Text (author only), status and reactions (permission "comment"). */
export async function updateComment(
  request: CommentRequest & { params: CommentPath; body: CommentUpdate },
  action: string,
): Promise<Comment> {
  const { db, actor, clock, params, body } = request;
  const { base, comment } = await loadComment(request, params);
  const reader = callerOf(request, base);
  const changes = {
    body: parseBodyUpdate(body.body),
    resolved: body.resolved,
    reactions: parseReactionChanges(body),
  };
  if (changes.body) requireAuthor(reader, comment);
  else requireCommentPermission(reader);
  if (changes.resolved !== undefined) requireCommentPermission(reader);
  const change = { base, actor, action, now: clock.now() };
  await inTransaction(db, (trx) => changeComment(trx, change, comment, changes));
  return viewComment(request, base, comment.id);
}

/** With its replies. */
export async function deleteComment(
  request: CommentRequest & { params: CommentPath },
  action: string,
): Promise<void> {
  const { db, actor, clock, params } = request;
  const { base, comment } = await loadComment(request, params);
  requireDeletePermission(callerOf(request, base), comment);
  const change = { base, actor, action, now: clock.now() };
  await inTransaction(db, (trx) => removeComment(trx, change, comment));
}

/** 404 where the comment is not on this base, or the base is not visible. */
async function loadComment(
  request: Pick<CommentRequest, 'db' | 'actor'>,
  path: CommentPath,
): Promise<{ base: ContentBase; comment: CommentRow }> {
  const base = await loadContentBase(request, path);
  const comment = await findComment(request.db, base, path.commentId);
  if (!comment) throw notFound('comment');
  return { base, comment };
}

/** The caller with their level on the space. */
function callerOf({ actor }: Pick<CommentRequest, 'actor'>, { level }: ContentBase): Caller {
  return { userId: actor.user.id, level };
}

async function viewComment(
  request: CommentRequest,
  base: ContentBase,
  commentId: string,
  format?: ContentFormat,
): Promise<Comment> {
  const row = await findComment(request.db, base, commentId);
  if (!row) throw notFound('comment');
  const view = await createCommentView(request, [row], format);
  return view(row, base.level);
}

// Shared by spaces and change requests; the path decides which.

interface ReplyPath extends CommentPath {
  commentReplyId: string;
}

/** Oldest first. `operation`: the operation id, which cursors are bound to. */
export async function listReplies(
  request: CommentRequest &
    Pick<FastifyRequest, 'cursors'> & { params: CommentPath; query: ListQuery & { format?: ContentFormat } },
  operation: string,
): Promise<ListEnvelope<CommentReply>> {
  const { db, params, query } = request;
  const loaded = await loadComment(request, params);
  const { base, comment } = loaded;
  const page = await readPage(request, {
    scope: { operation, organizationId: base.space.organization_id, filters: [comment.id] },
    query: selectReplies(db, comment.id),
    order: [
      { column: 'comment_replies.posted_at', direction: 'asc' },
      { column: 'comment_replies.id', direction: 'asc' },
    ],
    keysOf: (row) => [row.posted_at, row.id],
    count: () => countReplies(db, comment.id),
  });
  const parent = { comment, level: base.level };
  return toEnvelope(page, await createReplyView(request, parent, page.rows, query.format ?? 'document'));
}

/** Responds with the text as written, or in the requested format. */
export async function createReply(
  request: CommentRequest & { params: CommentPath; body: CommentReplyCreate },
  action: string,
  format?: ContentFormat,
): Promise<CommentReply> {
  const { db, actor, clock, params, body } = request;
  const { base, comment } = await loadComment(request, params);
  requireCommentPermission(callerOf(request, base));
  const text = parseBody(body.body);
  const change = { base, actor, action, now: clock.now() };
  const commentReplyId = await inTransaction(db, (trx) => addReply(trx, change, comment.id, text));
  return viewReply(request, { ...params, commentReplyId }, format);
}

export function getReply(
  request: CommentRequest & { params: ReplyPath; query: { format?: ContentFormat } },
): Promise<CommentReply> {
  return viewReply(request, request.params, request.query.format ?? 'document');
}

/** Text (author only) or reactions (permission "comment"). */
export async function updateReply(
  request: CommentRequest & { params: ReplyPath; body: CommentReplyUpdate },
  action: string,
): Promise<CommentReply> {
  const { db, actor, clock, params, body } = request;
  const { base, reply } = await loadReply(request, params);
  const reader = callerOf(request, base);
  const changes = { body: parseBodyUpdate(body.body), reactions: parseReactionChanges(body) };
  if (changes.body) requireAuthor(reader, reply);
  else requireCommentPermission(reader);
  const change = { base, actor, action, now: clock.now() };
  await inTransaction(db, (trx) => changeReply(trx, change, reply, changes));
  return viewReply(request, params);
}

export async function deleteReply(
  request: CommentRequest & { params: ReplyPath },
  action: string,
): Promise<void> {
  const { db, actor, clock, params } = request;
  const { base, reply } = await loadReply(request, params);
  requireDeletePermission(callerOf(request, base), reply);
  const change = { base, actor, action, now: clock.now() };
  await inTransaction(db, (trx) => removeReply(trx, change, reply));
}

async function loadReply(request: CommentRequest, path: ReplyPath) {
  const { base, comment } = await loadComment(request, path);
  const reply = await findReply(request.db, comment.id, path.commentReplyId);
  if (!reply) throw notFound('reply');
  return { base, comment, reply };
}

async function viewReply(
  request: CommentRequest,
  path: ReplyPath,
  format?: ContentFormat,
): Promise<CommentReply> {
  const { base, comment, reply } = await loadReply(request, path);
  const view = await createReplyView(request, { comment, level: base.level }, [reply], format);
  return view(reply);
}
