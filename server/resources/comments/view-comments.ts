import type { FastifyRequest } from 'fastify';
import type { Comment, CommentReply, ContentFormat } from '#api/generated/types.gen.ts';
import { getTargetPages } from './comment-target.queries.ts';
import { type CommentRow, getReactions, type ReplyRow } from './comments.queries.ts';
import { createBodyView, toCommentView, toReplyView } from './comments.rules.ts';
import { followTargets } from './follow-targets.ts';

type ViewRequest = Pick<FastifyRequest, 'db' | 'actor' | 'service'>;

/** Loads reactions and pages for all rows in a fixed number of queries; returns a function that views a row. */
export async function createCommentView(
  { db, actor, service }: ViewRequest,
  rows: readonly CommentRow[],
  format: ContentFormat | undefined,
): Promise<(row: CommentRow, level: number) => Comment> {
  const ids = rows.map(({ id }) => id);
  const reactionsTo = await getReactions(db, 'comment_id', ids);
  const pageOf = await getTargetPages(db, rows);
  const targetOf = await followTargets(db, rows, pageOf);
  const viewBody = await createBodyView(
    rows.map(({ body }) => body),
    format,
    rows[0]?.organization_id ?? '',
  );
  return (row, level) =>
    toCommentView(row, {
      caller: { userId: actor.user.id, level },
      reactions: reactionsTo(row.id),
      page: pageOf(row),
      followed: targetOf(row),
      viewBody,
      service,
    });
}

/** Like `createCommentView`, for replies to one comment. */
export async function createReplyView(
  { db, actor, service }: ViewRequest,
  { comment, level }: { comment: CommentRow; level: number },
  rows: readonly ReplyRow[],
  format: ContentFormat | undefined,
): Promise<(row: ReplyRow) => CommentReply> {
  const ids = rows.map(({ id }) => id);
  const reactionsTo = await getReactions(db, 'reply_id', ids);
  const viewBody = await createBodyView(
    rows.map(({ body }) => body),
    format,
    comment.organization_id,
  );
  const caller = { userId: actor.user.id, level };
  return (row) => toReplyView(row, comment, { caller, reactions: reactionsTo(row.id), viewBody, service });
}
