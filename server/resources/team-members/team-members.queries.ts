import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { selectMembers } from '../members/members.queries.ts';

/** A role in a team, as the database keeps it. */
export type StoredTeamRole = 'owner' | 'member';

/** Members of a team, as members of the organization and with their role in the team: a query to go on with. */
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

/** How many members a team has. */
export async function countTeamMembers(db: Kysely<Database>, teamId: string): Promise<number> {
  const { total } = await db
    .selectFrom('team_members')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * User ids of an organization's members by the keys that name them: a user id, or an e-mail address in any case. Those
 * who are found cannot leave the organization until the transaction ends.
 */
export async function holdMembersByKey(
  trx: Transaction<Database>,
  organizationId: string,
  keys: string[],
): Promise<Map<string, string>> {
  const lowered = keys.map((key) => key.trim().toLowerCase());
  const { rows } = await sql<{ key: string; user_id: string }>`
    select m.user_id as key, m.user_id from members m
    where m.organization_id = ${organizationId} and m.user_id = any(${keys}::text[])
    union all
    select lower(u.email), m.user_id
    from users u join members m on m.user_id = u.id and m.organization_id = ${organizationId}
    where lower(u.email) = any(${lowered}::text[])`.execute(trx);
  const held = await holdMembers(
    trx,
    organizationId,
    rows.map((row) => row.user_id),
  );
  const byKey = new Map(rows.filter((row) => held.has(row.user_id)).map((row) => [row.key, row.user_id]));
  return new Map(
    keys.flatMap((key) => {
      const userId = byKey.get(key) ?? byKey.get(key.trim().toLowerCase());
      return userId === undefined ? [] : [[key, userId] as const];
    }),
  );
}

/** Keeps members from being removed from the organization until the transaction ends; returns those who are there. */
export async function holdMembers(
  trx: Transaction<Database>,
  organizationId: string,
  userIds: string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from members
    where organization_id = ${organizationId} and user_id = any(${userIds}::text[])
    order by user_id for key share`.execute(trx);
  return new Set(rows.map((row) => row.user_id));
}

/** The team at hand. */
export interface TeamKey {
  id: string;
  organizationId: string;
}

/** Puts members into a team, or changes their role where they are in it. */
export async function setTeamRoles(
  trx: Transaction<Database>,
  team: TeamKey,
  roles: ReadonlyMap<string, StoredTeamRole>,
): Promise<void> {
  if (roles.size === 0) return;
  await trx
    .insertInto('team_members')
    .values(toRows(team, roles))
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'user_id']).doUpdateSet((row) => ({ role: row.ref('excluded.role') })),
    )
    .execute();
}

/** Puts members into a team; those who are in it keep their role. */
export async function addToTeam(
  trx: Transaction<Database>,
  team: TeamKey,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  await trx
    .insertInto('team_members')
    .values(toRows(team, new Map(userIds.map((userId) => [userId, 'member']))))
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id']).doNothing())
    .execute();
}

/** Takes members out of a team; returns how many were in it. */
export async function removeFromTeam(
  trx: Transaction<Database>,
  team: TeamKey,
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

function toRows(team: TeamKey, roles: ReadonlyMap<string, StoredTeamRole>) {
  return [...roles]
    .map(([userId, role]) => ({
      team_id: team.id,
      organization_id: team.organizationId,
      user_id: userId,
      role,
    }))
    .toSorted((a, b) => a.user_id.localeCompare(b.user_id));
}
