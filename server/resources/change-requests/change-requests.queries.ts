import { type Kysely, sql } from 'kysely';
import type { ChangeRequestStatus, ReviewStatus } from '#api/generated/types.gen.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';

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
    .leftJoin('users as requesters', 'requesters.id', 'requested_reviewers.requested_by')
    .where('requested_reviewers.change_request_id', '=', id)
    .select(['users.id', 'users.display_name', 'users.email', 'users.photo_url'])
    .select(['requested_reviewers.created_at', 'requesters.id as requester_id'])
    .select(['requesters.display_name as requester_name', 'requesters.email as requester_email'])
    .select('requesters.photo_url as requester_photo_url');
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

/** The space revision that a change request is based on. */
export const baseRevision = sql<string>`coalesce(change_requests.revision_merged_ancestor, change_requests.revision_initial)`;

/** Base query, with the creator's account. */
export function selectChangeRequests(db: Kysely<Database>) {
  return db
    .selectFrom('change_requests')
    .innerJoin('spaces', 'spaces.id', 'change_requests.space_id')
    .leftJoin('users', 'users.id', 'change_requests.created_by')
    .select([
      'change_requests.id',
      'change_requests.organization_id',
      'change_requests.space_id',
      'change_requests.number',
      'change_requests.subject',
      'change_requests.issue_url',
      'change_requests.size',
      'change_requests.created_by',
      'change_requests.revision_id',
      'change_requests.revision_initial',
      'change_requests.revision_merged_ancestor',
      'change_requests.revision_merged',
      'change_requests.comments_open',
      'change_requests.created_at',
      'change_requests.updated_at',
      'spaces.revision_id as space_revision_id',
      'users.display_name',
      'users.email',
      'users.photo_url',
    ])
    .select((column) => [
      column.ref('change_requests.status').$castTo<ChangeRequestStatus>().as('status'),
      baseRevision.as('base_revision_id'),
    ]);
}

export type ChangeRequestRow = Awaited<
  ReturnType<ReturnType<typeof selectChangeRequests>['executeTakeFirstOrThrow']>
>;

/** One that is shown alone, with its description. */
export type DescribedChangeRequestRow = ChangeRequestRow &
  Pick<Row<'change_requests'>, 'description' | 'description_markdown'>;

/** Larger numbers cannot be stored. */
const NUMBER = /^[1-9]\d{0,8}$/;

export function findChangeRequest(
  db: Kysely<Database>,
  spaceId: string,
  idOrNumber: string,
): Promise<DescribedChangeRequestRow | undefined> {
  const query = selectChangeRequests(db)
    .select(['change_requests.description', 'change_requests.description_markdown'])
    .where('change_requests.space_id', '=', spaceId);
  const matched = NUMBER.test(idOrNumber)
    ? query.where('change_requests.number', '=', Number(idOrNumber))
    : query.where('change_requests.id', '=', idOrNumber);
  return matched.executeTakeFirst();
}
