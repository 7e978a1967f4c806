import type { FastifyRequest } from 'fastify';
import type { Comment, CommentReply, ContentFormat } from '#api/generated/types.gen.ts';
import { readTargetPages } from './comment-target.queries.ts';
import { type CommentRow, readReactions, type ReplyRow } from './comments.queries.ts';
import { bodyViewer, toCommentView, toReplyView } from './comments.rules.ts';

type ViewRequest = Pick<FastifyRequest, 'db' | 'actor' | 'service'>;

/** Reads what a page of comments needs beside its rows, in a fixed number of queries; the answer views a row. */
export async function commentViewer(
  { db, actor, service }: ViewRequest,
  rows: readonly CommentRow[],
  format: ContentFormat | undefined,
): Promise<(row: CommentRow, level: number) => Comment> {
  const ids = rows.map(({ id }) => id);
  const reactionsTo = await readReactions(db, 'comment_id', ids);
  const pageOf = await readTargetPages(db, rows);
  const viewBody = await bodyViewer(
    rows.map(({ body }) => body),
    format,
    rows[0]?.organization_id ?? '',
  );
  return (row, level) =>
    toCommentView(row, {
      reader: { userId: actor.user.id, level },
      reactions: reactionsTo(row.id),
      page: pageOf(row),
      viewBody,
      service,
    });
}

/** Like `commentViewer`, for replies to one comment by someone with `level` on its space. */
export async function replyViewer(
  { db, actor, service }: ViewRequest,
  { comment, level }: { comment: CommentRow; level: number },
  rows: readonly ReplyRow[],
  format: ContentFormat | undefined,
): Promise<(row: ReplyRow) => CommentReply> {
  const ids = rows.map(({ id }) => id);
  const reactionsTo = await readReactions(db, 'reply_id', ids);
  const viewBody = await bodyViewer(
    rows.map(({ body }) => body),
    format,
    comment.organization_id,
  );
  const reader = { userId: actor.user.id, level };
  return (row) => toReplyView(row, comment, { reader, reactions: reactionsTo(row.id), viewBody, service });
}
