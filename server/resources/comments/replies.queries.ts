import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { CommentBody } from '#api/generated/types.gen.ts';

/** The replies to a comment with what a view needs, but for reactions: a query to go on with. */
export function selectReplies(db: Kysely<Database>, commentId: string) {
  return db
    .selectFrom('comment_replies')
    .leftJoin('users', 'users.id', 'comment_replies.posted_by')
    .select((column) => [
      'comment_replies.id',
      'comment_replies.comment_id',
      'comment_replies.posted_by',
      'comment_replies.posted_at',
      'comment_replies.edited_at',
      'users.display_name',
      'users.email',
      'users.photo_url',
      column.ref('comment_replies.body').$castTo<CommentBody>().as('body'),
    ])
    .where('comment_replies.comment_id', '=', commentId);
}

/** A reply with what a view needs. */
export type ReplyRow = Awaited<ReturnType<ReturnType<typeof selectReplies>['executeTakeFirstOrThrow']>>;

/** One reply to a comment. */
export function findReply(
  db: Kysely<Database>,
  commentId: string,
  replyId: string,
): Promise<ReplyRow | undefined> {
  return selectReplies(db, commentId).where('comment_replies.id', '=', replyId).executeTakeFirst();
}

/** How many replies a comment has. */
export async function countReplies(db: Kysely<Database>, commentId: string): Promise<number> {
  const { total } = await db
    .selectFrom('comment_replies')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('comment_id', '=', commentId)
    .executeTakeFirstOrThrow();
  return total;
}
