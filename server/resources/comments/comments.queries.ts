import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Membership } from '#server/access/actor.ts';
import type { Database } from '#server/database/schema.ts';
import type { CommentBody, CommentStatus, CommentStatusFilter } from '#api/generated/types.gen.ts';
import { isVisible, levelOn, visibleSpaces } from '#server/access/content-access.ts';
import type { ContentBase } from '../change-requests/content-base.ts';

/** Comments with what a view needs, but for reactions and pages: a query to go on with. */
export function selectComments(db: Kysely<Database>) {
  return db
    .selectFrom('comments')
    .innerJoin('spaces', 'spaces.id', 'comments.space_id')
    .leftJoin('change_requests', 'change_requests.id', 'comments.change_request_id')
    .leftJoin('users as poster', 'poster.id', 'comments.posted_by')
    .leftJoin('users as resolver', 'resolver.id', 'comments.resolved_by')
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
    ])
    .select((column) => [
      column.ref('comments.body').$castTo<CommentBody>().as('body'),
      column.ref('comments.status').$castTo<CommentStatus>().as('status'),
      sql<string>`coalesce(change_requests.revision_id, spaces.revision_id)`.as('current_revision_id'),
    ]);
}

/** A comment with what a view needs. */
export type CommentRow = Awaited<ReturnType<ReturnType<typeof selectComments>['executeTakeFirstOrThrow']>>;

/** What comments stand on: a space itself, or one of its change requests. */
export type CommentBase = Pick<ContentBase, 'space' | 'changeRequest'>;

/** One comment on a base. */
export function findComment(
  db: Kysely<Database>,
  base: CommentBase,
  commentId: string,
): Promise<CommentRow | undefined> {
  return selectComments(db).where(isOn(base)).where('comments.id', '=', commentId).executeTakeFirst();
}

/** Which comments a list holds. */
export interface CommentFilter {
  status?: CommentStatusFilter | undefined;
  /** Only comments on this page. */
  targetPage?: string | undefined;
  /** Only comments by one of these users. */
  authors?: readonly string[] | undefined;
  /** Only comments on this space or its change requests. */
  space?: string | undefined;
}

/** Limits a query on `comments` to those on a base. */
export function isOn({ space, changeRequest }: CommentBase) {
  // Both conditions, so that the index of either base serves.
  return changeRequest
    ? sql<SqlBool>`comments.change_request_id = ${changeRequest.id}`
    : sql<SqlBool>`comments.space_id = ${space.id} and comments.change_request_id is null`;
}

/** Limits a query on `comments` to those that a filter names. */
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

/** How many comments on a base a filter names. */
export async function countComments(
  db: Kysely<Database>,
  base: CommentBase,
  filter: CommentFilter,
): Promise<number> {
  const { total } = await db
    .selectFrom('comments')
    .select(sql<number>`count(*)::int`.as('total'))
    .where(isOn(base))
    .where(matchComments(filter))
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * Comments on all spaces of an organization that a member sees, with the names of where they stand and the member's
 * `level` there: a query to go on with.
 */
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

/** How many comments `selectVisibleComments` finds; looks at each space once, not at each comment. */
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
