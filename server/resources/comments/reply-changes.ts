import { sql, type Transaction } from 'kysely';
import type { CommentBody } from '#api/generated/types.gen.ts';
import { type AuditEntry, recordAudit } from '#server/audit/audit.ts';
import { notFound } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Database } from '#server/database/tables/schema.ts';
import {
  type CommentChangeContext,
  type CommentUpdateFields,
  describeBase,
  reactionAuditFields,
} from './comment-changes.ts';
import { changeReactions, type ReplyRow } from './comments.queries.ts';
import { excerptOf } from './comments.rules.ts';

/** Inserts a reply and updates the comment's count; returns its id. */
export async function addReply(
  trx: Transaction<Database>,
  change: CommentChangeContext,
  commentId: string,
  body: CommentBody,
): Promise<string> {
  const id = newId();
  await adjustReplyCount(trx, commentId, 1);
  await trx
    .insertInto('comment_replies')
    .values({
      id,
      comment_id: commentId,
      posted_by: change.actor.user.id,
      body: JSON.stringify(body),
      posted_at: change.now,
      edited_at: null,
    })
    .execute();
  await auditReply(trx, change, {
    targetId: id,
    summary: `Replied to a comment on ${describeBase(change.base)}.`,
    after: { text: excerptOf(body), comment: commentId },
  });
  return id;
}

export async function changeReply(
  trx: Transaction<Database>,
  change: CommentChangeContext,
  reply: ReplyRow,
  { body, reactions }: Omit<CommentUpdateFields, 'resolved'>,
): Promise<void> {
  const { actor, now } = change;
  await lockOr404(trx, reply.id);
  if (body !== undefined) {
    await trx
      .updateTable('comment_replies')
      .set({ body: JSON.stringify(body), edited_at: now })
      .where('id', '=', reply.id)
      .execute();
  }
  await changeReactions(trx, { kind: 'reply_id', id: reply.id, userId: actor.user.id }, reactions, now);
  await auditReply(trx, change, {
    targetId: reply.id,
    summary: `Changed a reply on ${describeBase(change.base)}.`,
    before: { ...(body && { text: excerptOf(reply.body) }) },
    after: { ...(body && { text: excerptOf(body) }), ...reactionAuditFields(reactions) },
  });
}

/** Deletes a reply and updates the comment's count. */
export async function removeReply(
  trx: Transaction<Database>,
  change: CommentChangeContext,
  reply: ReplyRow,
): Promise<void> {
  await adjustReplyCount(trx, reply.comment_id, -1);
  await lockOr404(trx, reply.id);
  await trx.deleteFrom('comment_replies').where('id', '=', reply.id).execute();
  await auditReply(trx, change, {
    targetId: reply.id,
    summary: `Deleted a reply on ${describeBase(change.base)}.`,
    before: { text: excerptOf(reply.body), postedBy: reply.posted_by, comment: reply.comment_id },
  });
}

/** Updates the reply count and thereby locks the comment; 404 where it was deleted. */
async function adjustReplyCount(trx: Transaction<Database>, commentId: string, by: 1 | -1): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('comments')
    .set({ replies: sql`replies + ${sql.lit(by)}` })
    .where('id', '=', commentId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound('comment');
}

async function lockOr404(trx: Transaction<Database>, replyId: string): Promise<void> {
  const row = await trx
    .selectFrom('comment_replies')
    .select('id')
    .where('id', '=', replyId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('reply');
}

function auditReply(
  trx: Transaction<Database>,
  { base, actor, action }: CommentChangeContext,
  entry: Pick<AuditEntry, 'targetId' | 'summary' | 'before' | 'after'>,
): Promise<void> {
  const organizationId = base.space.organization_id;
  const changeRequestId = base.changeRequest?.id;
  return recordAudit(trx, {
    organizationId,
    actor,
    action,
    targetKind: 'comment-reply',
    spaceId: base.space.id,
    changeRequestId,
    ...entry,
  });
}
