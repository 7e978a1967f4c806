import { type Kysely, sql } from 'kysely';
import type { MentionCandidate } from '#api/generated/types.gen.ts';
import type { Membership } from '#server/access/actor.ts';
import { levelOfMember } from '#server/access/content-access.ts';
import { grantedLevels } from '#server/access/granted-levels.ts';
import { LEVEL, MIN_VISIBLE_LEVEL } from '#server/access/roles.ts';
import { toUserView, type UserRow } from '#server/access/users.view.ts';
import type { Handlers } from '#server/contract/contract.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { containsPattern } from '#server/lists/lists.ts';
import { MAX_TOLD_TEAM } from '#server/notifications/notification-reader.ts';
import { loadContentBase } from '../change-requests/content-base.ts';
import { requireCommentPermission } from './comments.rules.ts';

const MAX_PEOPLE = 10;
const MAX_TEAMS = 5;

interface Query {
  organizationId: string;
  spaceId: string;
  viewer: Membership;
  search: string | undefined;
}

export const mentionHandlers = {
  async listMentionCandidates(request) {
    const { db, actor, params, query } = request;
    const { space, viewer, level } = await loadContentBase(request, params);
    requireCommentPermission({ userId: actor.user.id, level });
    const { organization_id: organizationId, id: spaceId } = space;
    const { search } = query;
    const people = await findPeople(db, { organizationId, spaceId, viewer, search });
    const teams =
      viewer.role === LEVEL.guest ? [] : await findTeams(db, { organizationId, spaceId, viewer, search });
    return {
      items: [
        ...people.map((row): MentionCandidate => ({
          kind: 'user',
          id: row.id,
          title: row.display_name,
          user: toUserView(row),
          markdown: linkTo(row.display_name, `/o/${organizationId}/members/${row.id}`),
        })),
        ...teams.map(({ id, title, members }): MentionCandidate => ({
          kind: 'team',
          id,
          title,
          members,
          markdown: linkTo(title, `/o/${organizationId}/teams/${id}`),
        })),
      ],
    };
  },
} satisfies Handlers<'listMentionCandidates'>;

/** The name is for reading only: what would end a link is left out. */
const linkTo = (name: string, href: string): string => `[@${name.replaceAll(/[\\`[\]<>|]/g, '')}](${href})`;

/** The members who may read a space, for queries that join `granted` and `content`. */
const reads = sql`${levelOfMember(sql.ref('granted.level'), 'content')} >= ${sql.lit(MIN_VISIBLE_LEVEL)}`;

/** Those who were here lately first. A guest is offered those whose texts and change requests they see in the space. */
async function findPeople(
  db: Kysely<Database>,
  { organizationId, spaceId, viewer, search }: Query,
): Promise<UserRow[]> {
  const isFound = search ? sql`members.search_text like ${containsPattern(search)}` : sql`true`;
  const isKnown =
    viewer.role > LEVEL.guest
      ? sql`true`
      : sql`members.user_id in (select posted_by from comments where space_id = ${spaceId}
          union select posted_by from comment_replies where comment_id in (select id from comments where space_id = ${spaceId})
          union select unnest(contributors) from change_requests where space_id = ${spaceId}
          union select reviewer_id from reviews where change_request_id in (
            select id from change_requests where space_id = ${spaceId}))`;
  const { rows } = await sql<UserRow>`
    with granted as materialized ${grantedLevels({ kind: 'space', id: spaceId, organizationId })}
    select users.id, users.display_name, users.email, users.photo_url
    from members join users on users.id = members.user_id
    left join granted on granted.user_id = members.user_id
    cross join (select resolved_level from spaces where spaces.id = ${spaceId}) as content
    where members.organization_id = ${organizationId} and not members.disabled
      and members.user_id <> ${viewer.userId} and ${isFound} and ${isKnown} and ${reads}
    order by members.last_seen_at desc nulls last, users.id limit ${sql.lit(MAX_PEOPLE)}`.execute(db);
  return rows;
}

/** Teams of which someone may read the space; larger ones call nobody. */
async function findTeams(
  db: Kysely<Database>,
  { organizationId, spaceId, search }: Query,
): Promise<{ id: string; title: string; members: number }[]> {
  const isFound = search ? sql`search_key(teams.title) like ${containsPattern(search)}` : sql`true`;
  const { rows } = await sql<{ id: string; title: string; members: number }>`
    with granted as materialized ${grantedLevels({ kind: 'space', id: spaceId, organizationId })}
    select teams.id, teams.title, people.members from teams
    cross join lateral (
      select count(*)::int as members, coalesce(bool_or(${reads}), false) as reads
      from team_members t
      join members on members.organization_id = t.organization_id and members.user_id = t.user_id
      left join granted on granted.user_id = t.user_id
      cross join (select resolved_level from spaces where spaces.id = ${spaceId}) as content
      where t.team_id = teams.id and not members.disabled) as people
    where teams.organization_id = ${organizationId} and ${isFound}
      and people.reads and people.members <= ${sql.lit(MAX_TOLD_TEAM)}
    order by teams.title, teams.id limit ${sql.lit(MAX_TEAMS)}`.execute(db);
  return rows;
}
