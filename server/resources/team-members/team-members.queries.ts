import { type Kysely, sql, type Transaction } from 'kysely';
import type { TeamIds } from '#server/accounts/joining/joining.queries.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { containsPattern } from '#server/lists/lists.ts';
import { selectMembers } from '../members/members.queries.ts';
import type { MemberRow } from '../members/members.rules.ts';
import { selectTeams } from '../teams/teams.queries.ts';

/** Base query, with the role in the team. */
export function selectTeamMembers(db: Kysely<Database>, organizationId: string, teamId: string) {
  return selectMembers(db, organizationId)
    .innerJoin('team_members', (join) =>
      join
        .onRef('team_members.organization_id', '=', 'members.organization_id')
        .onRef('team_members.user_id', '=', 'members.user_id'),
    )
    .where('team_members.team_id', '=', teamId)
    .select('team_members.role as team_role');
}

export async function countTeamMembers(db: Kysely<Database>, teamId: string): Promise<number> {
  const { total } = await db
    .selectFrom('team_members')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  return total;
}

/** Returns the number of removed members. */
export async function removeTeamMembers(
  trx: Transaction<Database>,
  team: TeamIds,
  userIds: readonly string[],
): Promise<number> {
  if (userIds.length === 0) return 0;
  const result = await trx
    .deleteFrom('team_members')
    .where('team_id', '=', team.id)
    .where('user_id', 'in', userIds)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Base query, with the member's team role. */
export function selectMemberTeams(db: Kysely<Database>, member: MemberRow, title: string | undefined) {
  return selectTeams(db)
    .innerJoin('team_members', 'team_members.team_id', 'teams.id')
    .select('team_members.role')
    .where('team_members.organization_id', '=', member.organization_id)
    .where('team_members.user_id', '=', member.id)
    .$if(title !== undefined, (teams) =>
      teams.where(sql`search_key(teams.title)`, 'like', containsPattern(title ?? '')),
    );
}
