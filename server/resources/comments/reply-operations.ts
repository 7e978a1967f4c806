import type { FastifyRequest } from 'fastify';
import { inTransaction } from '#server/database/transaction.ts';
import { notFound } from '#server/errors.ts';
import type {
  CommentReply,
  CommentReplyCreate,
  CommentReplyUpdate,
  ContentFormat,
} from '#api/generated/types.gen.ts';
import { type ListEnvelope, type ListQuery, readPage, toEnvelope } from '#server/lists.ts';
import { readBody, readNewBody } from './comment-body.ts';
import { type CommentPath, type CommentRequest, loadComment, readerOf } from './comment-operations.ts';
import { requireAuthor, requireCommenting, requireDeleting } from './comments.policy.ts';
import { readReactionChanges } from './read-reactions.ts';
import { countReplies, findReply, selectReplies } from './replies.queries.ts';
import { addReply, changeReply, removeReply } from './reply-changes.ts';
import { replyViewer } from './view-comments.ts';

// The operations on replies, the same for spaces and change requests: which one is meant, the path says.

/** The path of a reply on either base. */
interface ReplyPath extends CommentPath {
  commentReplyId: string;
}

/** The replies to a comment, oldest first. `operation` is the id that the cursors are bound to. */
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
  const place = { comment, level: base.level };
  return toEnvelope(page, await replyViewer(request, place, page.rows, query.format ?? 'document'));
}

/** Answers a comment; the answer has the text as it was written, or in the form that is asked for. */
export async function createReply(
  request: CommentRequest & { params: CommentPath; body: CommentReplyCreate },
  action: string,
  format?: ContentFormat,
): Promise<CommentReply> {
  const { db, actor, clock, params, body } = request;
  const { base, comment } = await loadComment(request, params);
  requireCommenting(readerOf(request, base));
  const text = readBody(body.body);
  const change = { base, actor, action, now: clock.now() };
  const commentReplyId = await inTransaction(db, (trx) => addReply(trx, change, comment.id, text));
  return viewReply(request, { ...params, commentReplyId }, format);
}

/** One reply. */
export function getReply(
  request: CommentRequest & { params: ReplyPath; query: { format?: ContentFormat } },
): Promise<CommentReply> {
  return viewReply(request, request.params, request.query.format ?? 'document');
}

/** Changes the text (its author) or the reactions (whoever may comment). */
export async function updateReply(
  request: CommentRequest & { params: ReplyPath; body: CommentReplyUpdate },
  action: string,
): Promise<CommentReply> {
  const { db, actor, clock, params, body } = request;
  const { base, reply } = await loadReply(request, params);
  const reader = readerOf(request, base);
  const changes = { body: readNewBody(body.body), reactions: readReactionChanges(body) };
  if (changes.body) requireAuthor(reader, reply);
  else requireCommenting(reader);
  const change = { base, actor, action, now: clock.now() };
  await inTransaction(db, (trx) => changeReply(trx, change, reply, changes));
  return viewReply(request, params);
}

/** Deletes a reply. */
export async function deleteReply(
  request: CommentRequest & { params: ReplyPath },
  action: string,
): Promise<void> {
  const { db, actor, clock, params } = request;
  const { base, reply } = await loadReply(request, params);
  requireDeleting(readerOf(request, base), reply);
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
  const view = await replyViewer(request, { comment, level: base.level }, [reply], format);
  return view(reply);
}
