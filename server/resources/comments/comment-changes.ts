import { type Kysely, sql, type Transaction } from 'kysely';
import type { CommentBody } from '#api/generated/types.gen.ts';
import type { Actor } from '#server/access/actor.ts';
import { type AuditEntry, recordAudit } from '#server/audit/audit.ts';
import { notFound } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { countOf } from '#server/lists/lists.ts';
import type { TargetColumns } from './comment-target.queries.ts';
import {
  changeReactions,
  type CommentBase,
  type CommentRow,
  type ReactionChanges,
} from './comments.queries.ts';
import { excerptOf } from './comments.rules.ts';

export interface CommentChangeContext {
  base: CommentBase;
  actor: Actor;
  /** Operation id. */
  action: string;
  now: Date;
}

/** undefined leaves a value unchanged. */
export interface CommentUpdateFields {
  body: CommentBody | undefined;
  resolved: boolean | undefined;
  reactions: ReactionChanges;
}

/** A comment to insert. */
export type NewComment = TargetColumns & { id: string; body: CommentBody };

/** Inserts comments and updates the open count. @param reviewId the review that they are sent with */
export async function insertComments(
  trx: Transaction<Database>,
  { base, actor, now }: Omit<CommentChangeContext, 'action'>,
  comments: readonly NewComment[],
  reviewId: string | null = null,
): Promise<void> {
  if (comments.length === 0) return;
  const rows = comments.map(({ body, suggestion, quote, ...target }) => ({
    space_id: base.space.id,
    change_request_id: base.changeRequest?.id ?? null,
    posted_by: actor.user.id,
    body: JSON.stringify(body),
    ...target,
    suggestion: suggestion && JSON.stringify(suggestion),
    quote: quote && JSON.stringify(quote),
    review_id: reviewId,
    applied_at: null,
    applied_by: null,
    applied_revision: null,
    posted_at: now,
    edited_at: null,
    resolved_at: null,
    resolved_by: null,
  }));
  await trx.insertInto('comments').values(rows).execute();
  await adjustOpenCount(trx, base, rows.length);
}

/** Inserts a comment and updates the open count; returns its id. */
export async function addComment(
  trx: Transaction<Database>,
  change: CommentChangeContext,
  comment: Omit<NewComment, 'id'>,
): Promise<string> {
  const id = newId();
  const { body, suggestion } = comment;
  await insertComments(trx, change, [{ ...comment, id }]);
  await auditComment(trx, change, {
    targetId: id,
    summary: `${suggestion ? 'Made a suggestion' : 'Commented'} on ${describeBase(change.base)}.`,
    after: {
      text: excerptOf(body),
      page: comment.page_id,
      ...(suggestion && { suggestion: excerptOf({ markdown: suggestion.text }) }),
    },
  });
  return id;
}

/** Updates text, status and reactions, and the open count. */
export async function changeComment(
  trx: Transaction<Database>,
  change: CommentChangeContext,
  comment: CommentRow,
  { body, resolved, reactions }: CommentUpdateFields,
): Promise<void> {
  const { base, actor, now } = change;
  const before = await lockOr404(trx, comment.id);
  const status = resolved === undefined ? before.status : resolved ? 'resolved' : 'open';
  const statusChanged = status !== before.status;
  if (body !== undefined || statusChanged) {
    await trx
      .updateTable('comments')
      .set({
        ...(body !== undefined && { body: JSON.stringify(body), edited_at: now }),
        ...(statusChanged && {
          status,
          resolved_at: resolved ? now : null,
          resolved_by: resolved ? actor.user.id : null,
        }),
      })
      .where('id', '=', comment.id)
      .execute();
  }
  if (statusChanged) await adjustOpenCount(trx, base, status === 'open' ? 1 : -1);
  await changeReactions(trx, { kind: 'comment_id', id: comment.id, userId: actor.user.id }, reactions, now);
  await auditComment(trx, change, {
    targetId: comment.id,
    summary: summaryOf(base, statusChanged ? status : undefined),
    before: {
      ...(body && { text: excerptOf(comment.body) }),
      ...(statusChanged && { status: before.status }),
    },
    after: {
      ...(body && { text: excerptOf(body) }),
      ...(statusChanged && { status }),
      ...reactionAuditFields(reactions),
    },
  });
}

/** Deletes a comment with replies and reactions, and updates the open count. */
export async function removeComment(
  trx: Transaction<Database>,
  change: CommentChangeContext,
  comment: CommentRow,
): Promise<void> {
  const { status, replies } = await lockOr404(trx, comment.id);
  await trx.deleteFrom('comments').where('id', '=', comment.id).execute();
  if (status === 'open') await adjustOpenCount(trx, change.base, -1);
  await auditComment(trx, change, {
    targetId: comment.id,
    summary: `Deleted a comment on ${describeBase(change.base)} with ${countOf(replies, 'reply', 'replies')}.`,
    before: { text: excerptOf(comment.body), postedBy: comment.posted_by, replies },
  });
}

/** The commented space or change request, for audit summaries. */
export function describeBase({ space, changeRequest }: CommentBase): string {
  return changeRequest
    ? `the change request #${changeRequest.number} of the space “${space.title}”`
    : `the space “${space.title}”`;
}

/** Audit fields of reaction changes; empty where there are none. */
export function reactionAuditFields({ added, removed }: ReactionChanges): object {
  return {
    ...(added.length > 0 && { addedReactions: added }),
    ...(removed.length > 0 && { removedReactions: removed }),
  };
}

function summaryOf(base: CommentBase, status: string | undefined): string {
  if (status === 'resolved') return `Resolved a comment on ${describeBase(base)}.`;
  if (status === 'open') return `Reopened a comment on ${describeBase(base)}.`;
  return `Changed a comment on ${describeBase(base)}.`;
}

async function lockOr404(trx: Transaction<Database>, commentId: string) {
  const row = await trx
    .selectFrom('comments')
    .select(['status', 'replies'])
    .where('id', '=', commentId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('comment');
  return row;
}

/** Where comments are counted. */
interface OpenCount {
  space: { id: string };
  changeRequest: { id: string } | null;
}

/** Updates the open count of the change request or the space. */
export async function adjustOpenCount(db: Kysely<Database>, base: OpenCount, by: number): Promise<void> {
  const table = base.changeRequest ? 'change_requests' : 'spaces';
  await db
    .updateTable(table)
    .set({ comments_open: sql`comments_open + ${by}::integer` })
    .where('id', '=', base.changeRequest?.id ?? base.space.id)
    .execute();
}

function auditComment(
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
    targetKind: 'comment',
    spaceId: base.space.id,
    changeRequestId,
    ...entry,
  });
}
