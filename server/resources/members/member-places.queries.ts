import { type Kysely, sql } from 'kysely';
import type { Actor, Membership } from '#server/access/actor.ts';
import { type ContentViewer, grantsOf, isVisible, levelOn } from '#server/access/content-access.ts';
import type { Database } from '#server/database/schema.ts';
import { selectPlacedSpaces } from '../spaces/spaces.queries.ts';
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
