import { type Kysely, sql, type Transaction } from 'kysely';
import type { Actor, Membership } from '#server/access/actor.ts';
import { LEVEL } from '#server/access/roles.ts';
import { type AuditEntry, auditedStatement } from '#server/audit/audit.ts';
import { notFound } from '#server/base/errors.ts';
import { afterCommit } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { invalidateCounts } from '#server/lists/count-cache.ts';
import { containsPattern } from '#server/lists/lists.ts';
import { requireTeamViewer, type TeamRow } from './teams.rules.ts';

/** Base query, with counts. */
export function selectTeams(db: Kysely<Database>) {
  return db
    .selectFrom('teams')
    .select(['teams.id', 'teams.organization_id', 'teams.title', 'teams.created_at'])
    .select([
      sql<number>`(select count(*)::int from team_members where team_members.team_id = teams.id)`.as(
        'members',
      ),
      // Through the spaces of each grant, which an index finds; of all spaces, every one would be compared.
      sql<number>`(
        select count(distinct spaces.id)::int from grants
        join spaces on spaces.grant_path @> array[grants.content_id]
        where grants.team_id = teams.id
          and spaces.organization_id = teams.organization_id and spaces.deleted_at is null
      )`.as('spaces'),
    ]);
}

function findTeam(
  db: Kysely<Database>,
  organizationId: string,
  teamId: string,
): Promise<TeamRow | undefined> {
  return selectTeams(db)
    .where('teams.organization_id', '=', organizationId)
    .where('teams.id', '=', teamId)
    .executeTakeFirst();
}

/** With its audit entry, in one statement; returns the creation time. In a transaction if more belongs to the change. */
export async function insertTeam(
  db: Kysely<Database>,
  team: { id: string; organizationId: string; title: string },
  entry: AuditEntry,
): Promise<Date> {
  const row = await auditedStatement(db, entry)
    .insertInto('teams')
    .values({ id: team.id, organization_id: team.organizationId, title: team.title })
    .returning('created_at')
    .executeTakeFirstOrThrow();
  afterCommit(db, () => invalidateCounts(team.organizationId));
  return row.created_at;
}

/** Returns the ids of its members. */
export async function deleteTeam(trx: Transaction<Database>, teamId: string): Promise<string[]> {
  const members = await trx
    .deleteFrom('team_members')
    .where('team_id', '=', teamId)
    .returning('user_id')
    .execute();
  await trx.deleteFrom('teams').where('id', '=', teamId).execute();
  return members.map((member) => member.user_id);
}

export interface TeamFilter {
  /** Teams that this member can manage: their own, or all for an administrator. */
  owner?: string | undefined;
  /** Title contains, ignoring case. */
  title?: string | undefined;
}

/** SQL condition on `teams`. */
export function matchTeams(organizationId: string, filter: TeamFilter) {
  const conditions = [sql`teams.organization_id = ${organizationId}`];
  if (filter.title !== undefined)
    conditions.push(sql`search_key(teams.title) like ${containsPattern(filter.title)}`);
  if (filter.owner !== undefined) {
    conditions.push(sql`(
      exists (
        select from members m
        where m.organization_id = ${organizationId} and m.user_id = ${filter.owner} and m.role = ${LEVEL.admin})
      or exists (
        select from team_members t
        where t.team_id = teams.id and t.user_id = ${filter.owner} and t.role = 'owner'))`);
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

export async function countTeams(
  db: Kysely<Database>,
  organizationId: string,
  filter: TeamFilter,
): Promise<number> {
  const { total } = await db
    .selectFrom('teams')
    .select(sql<number>`count(*)::int`.as('total'))
    .where(matchTeams(organizationId, filter))
    .executeTakeFirstOrThrow();
  return total;
}

/** False where the team does not exist. */
export async function renameTeam(
  trx: Transaction<Database>,
  teamId: string,
  title: string,
): Promise<boolean> {
  const result = await trx.updateTable('teams').set({ title }).where('id', '=', teamId).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The team with the caller's membership. */
export async function loadTeam(
  db: Kysely<Database>,
  actor: Actor,
  path: { organizationId: string; teamId: string },
): Promise<{ row: TeamRow; viewer: Membership }> {
  const viewer = requireTeamViewer(actor, path.organizationId);
  const row = await findTeam(db, path.organizationId, path.teamId);
  if (!row) throw notFound('team');
  return { row, viewer };
}
