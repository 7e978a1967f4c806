import { type Kysely, sql } from 'kysely';
import { decidingGrantOfMember, levelOfMember } from '#server/access/content-access.ts';
import { grantedLevels } from '#server/access/granted-levels.ts';
import { LEVEL } from '#server/access/roles.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { containsPattern } from '#server/lists/lists.ts';

/** For queries on `members` and `spaces`: the level of the deciding grant. */
const grantOfMember = sql<
  number | null
>`(select decisive.level from ${decidingGrantOfMember('spaces')} as decisive)`;

/** The level of each of these users on a space; those who are no active members are missing. */
export async function findLevels(
  db: Kysely<Database>,
  spaceId: string,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ user_id: string; level: number }>`
    select members.user_id, ${levelOfMember(grantOfMember, 'spaces')} as level
    from spaces join members on members.organization_id = spaces.organization_id
    where spaces.id = ${spaceId} and members.user_id = any(${userIds}::text[])
      and not members.disabled`.execute(db);
  return new Map(rows.map(({ user_id: id, level }) => [id, level]));
}

/** How many members of each team may review in a space, without the author. Teams of other organizations are missing. */
export async function countTeamReviewers(
  db: Kysely<Database>,
  { spaceId, organizationId, author }: { spaceId: string; organizationId: string; author: string | null },
  teamIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; reviewers: number }>`
    with granted as materialized ${grantedLevels({ kind: 'space', id: spaceId, organizationId })}
    select teams.id, (
      select count(*)::int from team_members t
      join members on members.organization_id = t.organization_id and members.user_id = t.user_id
      left join granted on granted.user_id = t.user_id
      cross join (select resolved_level from spaces where spaces.id = ${spaceId}) as content
      where t.team_id = teams.id and not members.disabled and members.user_id is distinct from ${author}
        and ${levelOfMember(sql.ref('granted.level'), 'content')} >= ${sql.lit(LEVEL.review)}) as reviewers
    from teams where teams.organization_id = ${organizationId} and teams.id = any(${teamIds}::text[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, reviewers }) => [id, reviewers]));
}

/** Of so many change requests of a space, the latest, it is known who took part. */
const MAX_RECENT = 200;

interface ReviewedChangeRequest {
  id: string;
  space_id: string;
  organization_id: string;
  created_by: string | null;
}

interface EligibleReviewerColumns {
  id: string;
  display_name: string;
  email: string;
  photo_url: string | null;
  last_seen_at: Date | null;
  requested: boolean;
  contributed: boolean;
  /** 0 for those who took part in the space, 2 for those who were never active. */
  rank: number;
}

/** Base query: the active members who may review a change request, without its author, as `reviewers`. */
export function selectEligibleReviewers(
  db: Kysely<Database>,
  { id, space_id: spaceId, organization_id: organizationId, created_by: author }: ReviewedChangeRequest,
  search: string | undefined,
) {
  const isFound = search ? sql`members.search_text like ${containsPattern(search)}` : sql`true`;
  const granted = grantedLevels({ kind: 'space', id: spaceId, organizationId });
  const reviewers = sql<EligibleReviewerColumns>`(
    with granted as materialized ${granted},
    recent as materialized (select change_requests.id, contributors from change_requests
      where space_id = ${spaceId} order by updated_at desc, change_requests.id desc limit ${sql.lit(MAX_RECENT)}),
    participants as materialized (select unnest(contributors) as user_id from recent
      union select reviewer_id from reviews where change_request_id in (select recent.id from recent))
    select users.id, users.display_name, users.email, users.photo_url, members.last_seen_at,
      exists (select 1 from requested_reviewers q
        where q.change_request_id = ${id} and q.user_id = users.id) as requested,
      participants.user_id is not null as contributed,
      case when participants.user_id is not null then 0
        when members.last_seen_at is not null then 1 else 2 end as rank
    from members join users on users.id = members.user_id
    left join granted on granted.user_id = members.user_id
    left join participants on participants.user_id = members.user_id
    cross join (select resolved_level from spaces where spaces.id = ${spaceId}) as content
    where members.organization_id = ${organizationId} and not members.disabled
      and members.user_id is distinct from ${author} and ${isFound}
      and ${levelOfMember(sql.ref('granted.level'), 'content')} >= ${sql.lit(LEVEL.review)})`;
  return db.selectFrom(reviewers.as('reviewers')).selectAll('reviewers');
}

export type EligibleReviewerRow = Awaited<
  ReturnType<ReturnType<typeof selectEligibleReviewers>['executeTakeFirstOrThrow']>
>;
