import { type Kysely, sql } from 'kysely';
import type { ChangeRequestStatus, MergeTime, ReviewStatus, RevisionGit } from '#api/generated/types.gen.ts';
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

interface RequestColumns {
  /** Of the member or the team. */
  id: string;
  created_at: Date;
  /** Null for a member. */
  team_title: string | null;
  /** Whether a member of the team has reviewed the latest revision. */
  is_reviewed: boolean;
  display_name: string;
  email: string;
  photo_url: string | null;
  requester_id: string | null;
  requester_name: string | null;
  requester_email: string | null;
  requester_photo_url: string | null;
}

/** Base query: the requested members and teams of a change request, with who requested them, as `requests`. */
export function selectRequestedReviewers(
  db: Kysely<Database>,
  { id, organization_id: organizationId }: { id: string; organization_id: string },
) {
  const requests = sql<RequestColumns>`(
    select asked.*, requesters.id as requester_id, requesters.display_name as requester_name,
      requesters.email as requester_email, requesters.photo_url as requester_photo_url
    from (
      select users.id, q.created_at, q.requested_by, null as team_title, false as is_reviewed,
        users.display_name, users.email, users.photo_url
      from requested_reviewers q join users on users.id = q.user_id
      join members on members.user_id = users.id and members.organization_id = ${organizationId}
      where q.change_request_id = ${id}
      union all
      select teams.id, q.created_at, q.requested_by, teams.title, ${isAnswered}, '', '', null
      from requested_teams q join teams on teams.id = q.team_id
      where q.change_request_id = ${id}
    ) as asked left join users as requesters on requesters.id = asked.requested_by)`;
  return db.selectFrom(requests.as('requests')).selectAll('requests');
}

/** For queries on `requested_teams` as `q`: a member of the team has reviewed the latest revision. */
export const isAnswered = sql<boolean>`exists (
  select from reviews answer join team_members mate on mate.user_id = answer.reviewer_id and mate.team_id = q.team_id
  join change_requests reviewed on reviewed.id = answer.change_request_id and reviewed.revision_id = answer.revision_id
  where answer.change_request_id = q.change_request_id)`;

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

/** The latest plan to merge a change request. */
interface StoredPlan {
  id: string;
  mode: MergeTime;
  runAt: string | null;
  state: string;
  problem: string | null;
  createdAt: string;
  endedAt: string | null;
  user_id: string | null;
  display_name: string | null;
  email: string | null;
  photo_url: string | null;
}

const latestPlan = sql<StoredPlan | null>`(select to_json(plan) from (
    select p.id, p.mode, p.run_at as "runAt", p.state, p.problem, p.created_at as "createdAt", p.ended_at as "endedAt",
      p.user_id, planners.display_name, planners.email, planners.photo_url
    from planned_merges p left join users planners on planners.id = p.user_id
    where p.change_request_id = change_requests.id order by p.place desc limit 1) as plan)`;

/** The last commit of the space's repository that was written into a change request. */
const latestCommit = sql<RevisionGit | null>`(select read.git from revision_rows read
    where read.change_request_id = change_requests.id and read.git is not null
    order by read.created_at desc limit 1)`;

/** Base query, with the creator's account, the latest plan and the last commit. */
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
      latestPlan.as('plan'),
      latestCommit.as('commit'),
    ]);
}

export type ChangeRequestRow = Awaited<
  ReturnType<ReturnType<typeof selectChangeRequests>['executeTakeFirstOrThrow']>
>;

/** Whether a merge rule is about broken links, which takes long to find out: what prepares a merge needs no query for it. */
const hasLinkRule = sql<boolean>`exists (select from merge_rules where no_broken_links
  and scope_id in (change_requests.organization_id, change_requests.space_id))`;

/** One that is shown alone, with its description. */
export type DescribedChangeRequestRow = ChangeRequestRow &
  Pick<Row<'change_requests'>, 'description' | 'description_markdown'> & { has_link_rule: boolean };

/** Larger numbers cannot be stored. */
const NUMBER = /^[1-9]\d{0,8}$/;

export function findChangeRequest(
  db: Kysely<Database>,
  spaceId: string,
  idOrNumber: string,
): Promise<DescribedChangeRequestRow | undefined> {
  const query = selectChangeRequests(db)
    .select(['change_requests.description', 'change_requests.description_markdown'])
    .select(hasLinkRule.as('has_link_rule'))
    .where('change_requests.space_id', '=', spaceId);
  const matched = NUMBER.test(idOrNumber)
    ? query.where('change_requests.number', '=', Number(idOrNumber))
    : query.where('change_requests.id', '=', idOrNumber);
  return matched.executeTakeFirst();
}
