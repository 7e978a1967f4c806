import { type Kysely, type RawBuilder, sql } from 'kysely';
import type {
  ChangeRequestBucket,
  ChangeRequestCounts,
  ChangeRequestStatus,
  ReviewCounts,
  ReviewStatus,
} from '#api/generated/types.gen.ts';
import { type ContentViewer, grantedLevel, hasLevel, isVisible } from '#server/access/content-access.ts';
import { LEVEL } from '#server/access/roles.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { containsPattern, type CutToPage } from '#server/lists/lists.ts';
import { isAnswered, selectChangeRequests } from './change-requests.queries.ts';

/** Days without a change after which an open change request is stale. */
const STALE_DAYS = 14;

export interface OrganizationFilter {
  organizationId: string;
  status?: ChangeRequestStatus | undefined;
  bucket?: ChangeRequestBucket | undefined;
  creator?: string | undefined;
  contributor?: string | undefined;
  space?: string | undefined;
  site?: string | undefined;
  requestedReviewer?: string | undefined;
  subject?: string | undefined;
  /** Decides what is stale. */
  now: Date;
}

const isOpen = sql<boolean>`change_requests.status = 'open'`;

/** Requested of a team of the caller, who may review; none of its members has reviewed the current revision. */
const isRequestedOfTeam = (viewer: ContentViewer) => sql<boolean>`(exists (
    select from requested_teams q join team_members t on t.team_id = q.team_id and t.user_id = ${viewer.userId}
    where q.change_request_id = change_requests.id and not ${isAnswered})
  and exists (select 1 from spaces where spaces.id = change_requests.space_id
    and ${hasLevel(viewer, 'spaces', LEVEL.review)}))`;

/** A review is requested, of the caller or a team, and the caller has not reviewed the current revision. */
const needsReviewOf = (viewer: ContentViewer) => sql<boolean>`(${isOpen}
  and change_requests.created_by is distinct from ${viewer.userId}
  and (exists (select 1 from requested_reviewers q
    where q.user_id = ${viewer.userId} and q.change_request_id = change_requests.id) or ${isRequestedOfTeam(viewer)})
  and not exists (select 1 from reviews r where r.change_request_id = change_requests.id
    and r.reviewer_id = ${viewer.userId} and r.revision_id = change_requests.revision_id))`;

/** Review `r` is the latest one of its reviewer. */
const isLatestReview = sql`not exists (select 1 from reviews later
  where later.change_request_id = r.change_request_id and later.reviewer_id = r.reviewer_id
    and (later.created_at, later.id) > (r.created_at, r.id))`;

/** The caller's own, where a reviewer's latest review of the current revision requests changes. */
const changesRequestedOf = (
  userId: string,
) => sql<boolean>`(${isOpen} and change_requests.created_by = ${userId}
  and exists (select 1 from reviews r where r.change_request_id = change_requests.id
    and r.status = 'changes-requested' and r.revision_id = change_requests.revision_id and ${isLatestReview}))`;

/**
 * Approved in the current revision, without a latest review that requests changes, and the caller may merge
 * it. Those that the caller has yet to review are left out.
 */
const isReadyFor = (viewer: ContentViewer) => sql<boolean>`(${isOpen}
  and exists (select 1 from reviews r where r.change_request_id = change_requests.id
    and r.status = 'approved' and r.revision_id = change_requests.revision_id and ${isLatestReview})
  and not exists (select 1 from reviews r where r.change_request_id = change_requests.id
    and r.status = 'changes-requested' and ${isLatestReview})
  and not ${needsReviewOf(viewer)}
  and exists (select 1 from spaces where spaces.id = change_requests.space_id
    and ${hasLevel(viewer, 'spaces', LEVEL.review)}))`;

/** The caller created, edited or reviewed it. */
const isInvolved = (userId: string) => sql<boolean>`(change_requests.created_by = ${userId}
  or change_requests.contributors @> array[${userId}]::text[]
  or exists (select 1 from reviews r where r.change_request_id = change_requests.id
    and r.reviewer_id = ${userId}))`;

function inBucket(bucket: ChangeRequestBucket, viewer: ContentViewer, now: Date): RawBuilder<boolean> {
  const { userId } = viewer;
  const isOwn = sql`change_requests.created_by = ${userId}`;
  switch (bucket) {
    case 'needs-me':
      return needsReviewOf(viewer);
    case 'ready':
      return isReadyFor(viewer);
    case 'returned':
      return changesRequestedOf(userId);
    case 'mine':
      return sql`(${isOpen} and ${isOwn})`;
    case 'waiting':
      return sql`(${isOpen} and ${isInvolved(userId)} and not ${needsReviewOf(viewer)}
        and not ${changesRequestedOf(userId)} and not ${isReadyFor(viewer)})`;
    case 'open':
      return isOpen;
    case 'stale': {
      const since = new Date(now.getTime() - STALE_DAYS * 24 * 60 * 60_000);
      return sql`(${isOpen} and change_requests.updated_at < ${since})`;
    }
    case 'drafts':
      return sql`(change_requests.status = 'draft' and ${isOwn})`;
    case 'merged':
    case 'archived':
      return sql`change_requests.status = ${bucket}`;
  }
}

/** Matches the subject, or the number as `12` or `#12`. */
function matchesSubject(text: string): RawBuilder<boolean> {
  const inSubject = sql<boolean>`search_key(change_requests.subject) like ${containsPattern(text)}`;
  const [, number] = /^#?(\d{1,9})$/.exec(text.trim()) ?? [];
  return number === undefined
    ? inSubject
    : sql<boolean>`(${inSubject} or change_requests.number = ${Number(number)})`;
}

/** SQL condition on `change_requests`. */
function matchesFilter(viewer: ContentViewer, filter: OrganizationFilter): RawBuilder<boolean> {
  const { status, bucket, creator, contributor, space, site, requestedReviewer, subject } = filter;
  const conditions: RawBuilder<unknown>[] = [sql`change_requests.organization_id = ${filter.organizationId}`];
  if (status !== undefined) conditions.push(sql`change_requests.status = ${status}`);
  if (bucket !== undefined) conditions.push(inBucket(bucket, viewer, filter.now));
  if (creator !== undefined) conditions.push(sql`change_requests.created_by = ${creator}`);
  if (contributor !== undefined) {
    conditions.push(sql`change_requests.contributors @> array[${contributor}]::text[]`);
  }
  if (space !== undefined) conditions.push(sql`change_requests.space_id = ${space}`);
  if (site !== undefined) {
    conditions.push(sql`(change_requests.space_id in (select site_spaces.space_id from site_spaces
      join sites on sites.id = site_spaces.site_id
      where sites.id = ${site} and sites.organization_id = ${filter.organizationId})) is true`);
  }
  if (requestedReviewer !== undefined) {
    conditions.push(sql`exists (select 1 from requested_reviewers q
      where q.user_id = ${requestedReviewer} and q.change_request_id = change_requests.id)`);
  }
  if (subject !== undefined) conditions.push(matchesSubject(subject));
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** SQL condition on `spaces`: they exist, and the member can see them. */
const isVisibleSpace = (viewer: ContentViewer) =>
  sql<boolean>`spaces.deleted_at is null and ${isVisible(viewer, 'spaces')}`;

/**
 * The change requests of a page, with the space and the viewer's grant. Their ids are found first, in the order of an
 * index; `offset 0` keeps the planner from joining all spaces instead, which takes seconds where its statistics are old.
 */
export function selectInOrganization(
  db: Kysely<Database>,
  viewer: ContentViewer,
  filter: OrganizationFilter,
  cutToPage: CutToPage,
) {
  const matches = db
    .selectFrom('change_requests')
    .select('change_requests.id')
    .where(matchesFilter(viewer, filter)).where(sql<boolean>`exists (
      select from spaces where spaces.id = change_requests.space_id and ${isVisibleSpace(viewer)} offset 0)`);
  return selectChangeRequests(db)
    .select(['spaces.title as space_title', 'spaces.emoji as space_emoji', 'spaces.resolved_level'])
    .select(grantedLevel(viewer, 'spaces').as('granted'))
    .where(sql<boolean>`change_requests.id = any(array${cutToPage(matches)})`);
}

export type OrganizationChangeRequestRow = Awaited<
  ReturnType<ReturnType<typeof selectInOrganization>['executeTakeFirstOrThrow']>
>;

export async function countInOrganization(
  db: Kysely<Database>,
  viewer: ContentViewer,
  filter: OrganizationFilter,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from change_requests
    where ${matchesFilter(viewer, filter)} and ${isInVisibleSpace(viewer, filter)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/**
 * Each space's visibility is checked once, however many change requests it has. `is true` keeps the planner from joining,
 * which takes seconds where its statistics are old: the ids are hashed.
 */
const isInVisibleSpace = (viewer: ContentViewer, { organizationId }: OrganizationFilter) => sql<boolean>`(
  change_requests.space_id in (
    select spaces.id from spaces where spaces.organization_id = ${organizationId}
      and spaces.change_requests_total > 0 and ${isVisibleSpace(viewer)})) is true`;

/** Counts per bucket. */
export async function countBuckets(
  db: Kysely<Database>,
  viewer: ContentViewer,
  filter: OrganizationFilter,
): Promise<ChangeRequestCounts> {
  const of = (bucket: ChangeRequestBucket) =>
    sql`count(*) filter (where ${inBucket(bucket, viewer, filter.now)})::int`;
  const { rows } = await sql<ChangeRequestCounts>`
    select ${of('needs-me')} as "needsMe", ${of('ready')} as ready, ${of('returned')} as returned, ${of('mine')} as mine,
      ${of('waiting')} as waiting, ${of('stale')} as stale, ${of('drafts')} as drafts,
      ${of('merged')} as merged, ${of('archived')} as archived,
      count(*) filter (where ${isOpen})::int as open
    from change_requests
    where change_requests.organization_id = ${filter.organizationId}
      and ${isInVisibleSpace(viewer, filter)}`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('Counting change requests returned no row.');
  return counts;
}

/** Review counts and the caller's own review. */
export interface ReviewSummary {
  reviews: ReviewCounts;
  ownReview: ReviewStatus | null;
  reviewRequested: boolean;
}

const EMPTY_SUMMARY: ReviewSummary = {
  reviews: { approved: 0, changesRequested: 0, requested: 0 },
  ownReview: null,
  reviewRequested: false,
};

/** One query for all; only each reviewer's latest review counts. */
export async function getReviewSummaries(
  db: Kysely<Database>,
  userId: string,
  ids: readonly string[],
): Promise<(id: string) => ReviewSummary> {
  const { rows } = await sql<{
    id: string;
    approved: number;
    changes: number;
    requested: number;
    own: ReviewStatus | null;
    is_requested: boolean;
  }>`
    with latest as (
      select distinct on (change_request_id, reviewer_id) change_request_id, reviewer_id, status
      from reviews where change_request_id = any(${ids}::text[])
      order by change_request_id, reviewer_id, created_at desc, id desc
    ), involved as (
      select coalesce(l.change_request_id, q.change_request_id) as id, l.status,
        coalesce(l.reviewer_id, q.user_id) as user_id, q.user_id is not null as is_requested
      from latest l full join (select * from requested_reviewers where change_request_id = any(${ids}::text[])) q
        on q.change_request_id = l.change_request_id and q.user_id = l.reviewer_id
    ), teams as (
      select q.change_request_id as id, count(*) filter (where not ${isAnswered})::int as requested,
        bool_or(t.user_id is not null) as is_requested
      from requested_teams q left join team_members t on t.team_id = q.team_id and t.user_id = ${userId}
      where q.change_request_id = any(${ids}::text[]) group by q.change_request_id
    )
    select id, count(*) filter (where status = 'approved')::int as approved,
      count(*) filter (where status = 'changes-requested')::int as changes,
      (count(*) filter (where status is null and user_id is not null) + coalesce(max(teams.requested), 0))::int as requested,
      max(status) filter (where user_id = ${userId}) as own,
      coalesce(bool_or(involved.is_requested) filter (where user_id = ${userId}), false)
        or coalesce(bool_or(teams.is_requested), false) as is_requested
    from involved full join teams using (id) group by id`.execute(db);
  const summaries = new Map(
    rows.map(
      ({ id, approved, changes, requested, own, is_requested: isRequested }): [string, ReviewSummary] => [
        id,
        {
          reviews: { approved, changesRequested: changes, requested },
          ownReview: own,
          reviewRequested: isRequested,
        },
      ],
    ),
  );
  return (id) => summaries.get(id) ?? EMPTY_SUMMARY;
}
