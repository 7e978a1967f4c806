import { type Kysely, sql, type SqlBool, type Transaction } from 'kysely';
import type {
  CommentBody,
  CommentReaction,
  CommentStatus,
  CommentStatusFilter,
} from '#api/generated/types.gen.ts';
import type { Membership } from '#server/access/actor.ts';
import { isVisible, levelOn, visibleSpaces } from '#server/access/content-access.ts';
import { toUserView } from '#server/access/users.view.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { ContentBase } from '../change-requests/content-base.ts';
import type { StoredQuote, StoredSuggestion } from './follow-lines.ts';

/** Base query, without reactions and pages. */
export function selectComments(db: Kysely<Database>) {
  return db
    .selectFrom('comments')
    .innerJoin('spaces', 'spaces.id', 'comments.space_id')
    .leftJoin('change_requests', 'change_requests.id', 'comments.change_request_id')
    .leftJoin('users as poster', 'poster.id', 'comments.posted_by')
    .leftJoin('users as resolver', 'resolver.id', 'comments.resolved_by')
    .leftJoin('users as applier', 'applier.id', 'comments.applied_by')
    .select([
      'comments.id',
      'comments.space_id',
      'comments.change_request_id',
      'comments.posted_by',
      'spaces.organization_id',
      'comments.page_id',
      'comments.node_id',
      'comments.node_preview',
      'comments.page_document_id',
      'comments.revision_id',
      'comments.review_id',
      'comments.replies',
      'comments.posted_at',
      'comments.edited_at',
      'comments.resolved_at',
      'comments.resolved_by',
      'poster.display_name',
      'poster.email',
      'poster.photo_url',
      'resolver.display_name as resolver_name',
      'resolver.email as resolver_email',
      'resolver.photo_url as resolver_photo_url',
      'comments.applied_at',
      'comments.applied_by',
      'comments.applied_revision',
      'applier.display_name as applier_name',
      'applier.email as applier_email',
      'applier.photo_url as applier_photo_url',
    ])
    .select((column) => [
      column.ref('comments.body').$castTo<CommentBody>().as('body'),
      column.ref('comments.status').$castTo<CommentStatus>().as('status'),
      column.ref('comments.quote').$castTo<StoredQuote | null>().as('quote'),
      column.ref('comments.suggestion').$castTo<StoredSuggestion | null>().as('suggestion'),
      sql<string>`coalesce(change_requests.revision_id, spaces.revision_id)`.as('current_revision_id'),
    ]);
}

export type CommentRow = Awaited<ReturnType<ReturnType<typeof selectComments>['executeTakeFirstOrThrow']>>;

/** The commented space or change request. */
export type CommentBase = Pick<ContentBase, 'space' | 'changeRequest'>;

export function findComment(
  db: Kysely<Database>,
  base: CommentBase,
  commentId: string,
): Promise<CommentRow | undefined> {
  return selectComments(db).where(onBase(base)).where('comments.id', '=', commentId).executeTakeFirst();
}

export interface CommentFilter {
  status?: CommentStatusFilter | undefined;
  targetPage?: string | undefined;
  authors?: readonly string[] | undefined;
  /** Including its change requests. */
  space?: string | undefined;
}

/** SQL condition on `comments`. */
export function onBase({ space, changeRequest }: CommentBase) {
  // Both conditions, so that the index of either base can be used.
  return changeRequest
    ? sql<SqlBool>`comments.change_request_id = ${changeRequest.id}`
    : sql<SqlBool>`comments.space_id = ${space.id} and comments.change_request_id is null`;
}

/** SQL condition on `comments`. */
export function matchComments({ status = 'all', targetPage, authors, space }: CommentFilter) {
  const conditions = [
    sql`true`,
    ...(status === 'all' ? [] : [sql`comments.status = ${status}`]),
    ...(targetPage === undefined ? [] : [sql`comments.page_id = ${targetPage}`]),
    ...(authors === undefined ? [] : [sql`comments.posted_by = any(${authors}::text[])`]),
    ...(space === undefined ? [] : [sql`comments.space_id = ${space}`]),
  ];
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

export async function countComments(
  db: Kysely<Database>,
  base: CommentBase,
  filter: CommentFilter,
): Promise<number> {
  const { total } = await db
    .selectFrom('comments')
    .select(sql<number>`count(*)::int`.as('total'))
    .where(onBase(base))
    .where(matchComments(filter))
    .executeTakeFirstOrThrow();
  return total;
}

/** Base query: comments on all spaces that a member can see, with titles and the member's `level`. */
export function selectVisibleComments(db: Kysely<Database>, viewer: Membership, filter: CommentFilter) {
  return selectComments(db)
    .select([
      'spaces.title as space_title',
      'change_requests.number as change_request_number',
      'change_requests.subject as change_request_subject',
    ])
    .select(levelOn(viewer, 'spaces').as('level'))
    .where('spaces.organization_id', '=', viewer.organizationId)
    .where('spaces.deleted_at', 'is', null)
    .where(isVisible(viewer, 'spaces'))
    .where(matchComments(filter));
}

/** Checks each space once instead of each comment. */
export async function countVisibleComments(
  db: Kysely<Database>,
  viewer: Membership,
  filter: CommentFilter,
): Promise<number> {
  const { total } = await db
    .selectFrom('comments')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('comments.space_id', 'in', visibleSpaces(db, viewer, viewer.organizationId).select('spaces.id'))
    .where(matchComments(filter))
    .executeTakeFirstOrThrow();
  return total;
}

/** Column of the comment or reply. */
export type ReactionTarget = 'comment_id' | 'reply_id';

/** One query for all; emojis in order of first use. */
export async function getReactions(
  db: Kysely<Database>,
  kind: ReactionTarget,
  ids: readonly string[],
): Promise<(id: string) => CommentReaction[]> {
  const reactionsById = new Map<string, Map<string, CommentReaction>>();
  if (ids.length === 0) return () => [];
  const rows = await db
    .selectFrom('comment_reactions as r')
    .innerJoin('users', 'users.id', 'r.user_id')
    .select(['r.emoji', 'r.reacted_at', 'users.id', 'users.display_name', 'users.email', 'users.photo_url'])
    .select(sql<string>`${sql.ref(`r.${kind}`)}`.as('reacted_to'))
    .where(sql<boolean>`${sql.ref(`r.${kind}`)} = any(${ids}::text[])`)
    .orderBy('r.reacted_at')
    .orderBy('users.id')
    .execute();
  for (const { reacted_to, emoji, reacted_at, ...user } of rows) {
    const reactions = reactionsById.get(reacted_to) ?? new Map<string, CommentReaction>();
    reactionsById.set(reacted_to, reactions);
    const reaction = reactions.get(emoji) ?? { emoji, count: 0, users: [] };
    reactions.set(emoji, reaction);
    reaction.count += 1;
    reaction.users.push({ user: toUserView(user), reactedAt: reacted_at.toISOString() });
  }
  return (id) => [...(reactionsById.get(id)?.values() ?? [])];
}

export interface ReactionChanges {
  added: readonly string[];
  removed: readonly string[];
}

/** Adds and removes reactions of a user; idempotent. An emoji in both lists is removed. */
export async function changeReactions(
  trx: Transaction<Database>,
  { kind, id, userId }: { kind: ReactionTarget; id: string; userId: string },
  { added, removed }: ReactionChanges,
  now: Date,
): Promise<void> {
  const target = { comment_id: null, reply_id: null, [kind]: id };
  const rows = [...new Set(added)].map((emoji) => ({ ...target, emoji, user_id: userId, reacted_at: now }));
  if (rows.length > 0) {
    await trx
      .insertInto('comment_reactions')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (removed.length === 0) return;
  await trx
    .deleteFrom('comment_reactions')
    .where(kind, '=', id)
    .where('user_id', '=', userId)
    .where(sql<boolean>`emoji = any(${removed}::text[])`)
    .execute();
}

/** Base query, without reactions. */
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

export type ReplyRow = Awaited<ReturnType<ReturnType<typeof selectReplies>['executeTakeFirstOrThrow']>>;

export function findReply(
  db: Kysely<Database>,
  commentId: string,
  replyId: string,
): Promise<ReplyRow | undefined> {
  return selectReplies(db, commentId).where('comment_replies.id', '=', replyId).executeTakeFirst();
}

export async function countReplies(db: Kysely<Database>, commentId: string): Promise<number> {
  const { total } = await db
    .selectFrom('comment_replies')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('comment_id', '=', commentId)
    .executeTakeFirstOrThrow();
  return total;
}
