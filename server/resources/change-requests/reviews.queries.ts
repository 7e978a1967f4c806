import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { ReviewStatus } from '#api/generated/types.gen.ts';

/** Base query, with the reviewers' accounts. */
export function selectReviews(db: Kysely<Database>, changeRequestId: string) {
  return db
    .selectFrom('reviews')
    .innerJoin('users', 'users.id', 'reviews.reviewer_id')
    .where('reviews.change_request_id', '=', changeRequestId)
    .select(['reviews.id', 'reviews.revision_id', 'reviews.comment', 'reviews.created_at'])
    .select(['users.id as user_id', 'users.display_name', 'users.email', 'users.photo_url'])
    .select((column) => column.ref('reviews.status').$castTo<ReviewStatus>().as('status'));
}

export type ReviewRow = Awaited<ReturnType<ReturnType<typeof selectReviews>['executeTakeFirstOrThrow']>>;

/** Base query: requested reviewers who still are members, with who requested the review. */
export function selectRequestedReviewers(
  db: Kysely<Database>,
  { id, organization_id: organizationId }: { id: string; organization_id: string },
) {
  return db
    .selectFrom('requested_reviewers')
    .innerJoin('users', 'users.id', 'requested_reviewers.user_id')
    .innerJoin('members', (join) =>
      join.onRef('members.user_id', '=', 'users.id').on('members.organization_id', '=', organizationId),
    )
    .leftJoin('users as askers', 'askers.id', 'requested_reviewers.requested_by')
    .where('requested_reviewers.change_request_id', '=', id)
    .select(['users.id', 'users.display_name', 'users.email', 'users.photo_url'])
    .select(['requested_reviewers.created_at', 'askers.id as asker_id'])
    .select(['askers.display_name as asker_name', 'askers.email as asker_email'])
    .select('askers.photo_url as asker_photo_url');
}

export type RequestedReviewerRow = Awaited<
  ReturnType<ReturnType<typeof selectRequestedReviewers>['executeTakeFirstOrThrow']>
>;

/** Base query. */
export function selectContributors(db: Kysely<Database>, changeRequestId: string) {
  return db
    .selectFrom('change_requests')
    .innerJoin('users', (join) => join.on(sql<boolean>`users.id = any(change_requests.contributors)`))
    .where('change_requests.id', '=', changeRequestId)
    .select(['users.id', 'users.display_name', 'users.email', 'users.photo_url']);
}

/** Which of these users are active members who can see the space. */
export async function findUsersWithAccess(
  trx: Transaction<Database>,
  spaceId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select members.user_id from spaces
    join members on members.organization_id = spaces.organization_id
    where spaces.id = ${spaceId} and members.user_id = any(${userIds}::text[]) and not members.disabled
      and (members.role = 6 or coalesce((
        select g.level from grants g
        where g.content_id = any(spaces.grant_path) and (g.user_id = members.user_id or g.team_id in (
          select t.team_id from team_members t where t.user_id = members.user_id))
        order by array_position(spaces.grant_path, g.content_id), g.user_id is null, g.level desc
        limit 1), spaces.resolved_level, members.role) >= 1)`.execute(trx);
  return new Set(rows.map((row) => row.user_id));
}
