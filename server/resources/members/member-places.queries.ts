import { type Kysely, sql } from 'kysely';
import type { Actor, Membership } from '#server/access/actor.ts';
import type { Database } from '#server/database/schema.ts';
import { containsPattern } from '#server/lists.ts';
import { type ContentViewer, grantsOf, isVisible, levelOn } from '../spaces/spaces.access.ts';
import { selectPlacedSpaces } from '../spaces/spaces.queries.ts';
import { selectTeams } from '../teams/teams.queries.ts';
import type { MemberRow } from './members.queries.ts';

/** A member as far as access to content goes. */
export async function viewerOf(db: Kysely<Database>, member: MemberRow): Promise<ContentViewer> {
  const teams = await db
    .selectFrom('team_members')
    .select('team_id')
    .where('organization_id', '=', member.organization_id)
    .where('user_id', '=', member.id)
    .execute();
  return { userId: member.id, role: member.role, teamIds: teams.map((team) => team.team_id) };
}

/** Spaces that both a member and the caller can see, with the member's level as `level`: a query to go on with. */
export function selectSharedSpaces(
  db: Kysely<Database>,
  actor: Actor,
  viewer: Membership,
  member: ContentViewer,
) {
  return selectPlacedSpaces(db, grantsOf(actor))
    .select(levelOn(member, 'spaces').as('level'))
    .where('spaces.organization_id', '=', viewer.organizationId)
    .where('spaces.deleted_at', 'is', null)
    .where(isVisible(member, 'spaces'))
    .where(isVisible(viewer, 'spaces'));
}

/** How many those spaces are. */
export async function countSharedSpaces(
  db: Kysely<Database>,
  viewer: Membership,
  member: ContentViewer,
): Promise<number> {
  const { total } = await db
    .selectFrom('spaces')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('organization_id', '=', viewer.organizationId)
    .where('deleted_at', 'is', null)
    .where(isVisible(member, 'spaces'))
    .where(isVisible(viewer, 'spaces'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Teams of a member, with the place in each as `role`: a query to go on with. */
export function selectTeamsOf(db: Kysely<Database>, member: MemberRow, title: string | undefined) {
  return selectTeams(db)
    .innerJoin('team_members', 'team_members.team_id', 'teams.id')
    .select('team_members.role')
    .where('team_members.organization_id', '=', member.organization_id)
    .where('team_members.user_id', '=', member.id)
    .$if(title !== undefined, (teams) =>
      teams.where(sql`search_key(teams.title)`, 'like', containsPattern(title ?? '')),
    );
}
