import { type Kysely, sql, type Transaction } from 'kysely';
import { LEVEL } from '#server/access/roles.ts';
import { newId } from '#server/database/ids.ts';
import type { Database } from '#server/database/schema.ts';
import type { GrantTarget } from '#server/access/content-access.ts';
import { selectTeams } from '../teams/teams.queries.ts';

export type GrantHolderKind = 'user' | 'team';

/** Base query: grants on the content itself. Grants that deny access are left out. */
export function selectUserGrants(db: Kysely<Database>, { id }: GrantTarget) {
  return db
    .selectFrom('grants')
    .innerJoin('users', 'users.id', 'grants.user_id')
    .where('grants.content_id', '=', id)
    .where('grants.level', '>', LEVEL.guest)
    .select(['users.id', 'users.display_name', 'users.email', 'users.photo_url', 'grants.level']);
}

/** Base query: grants on the content itself. */
export function selectTeamGrants(db: Kysely<Database>, { id }: GrantTarget) {
  return selectTeams(db)
    .innerJoin('grants', 'grants.team_id', 'teams.id')
    .where('grants.content_id', '=', id)
    .where('grants.level', '>', LEVEL.guest)
    .select('grants.level');
}

export type UserGrantRow = Awaited<
  ReturnType<ReturnType<typeof selectUserGrants>['executeTakeFirstOrThrow']>
>;
export type TeamGrantRow = Awaited<
  ReturnType<ReturnType<typeof selectTeamGrants>['executeTakeFirstOrThrow']>
>;

export async function countGrants(
  db: Kysely<Database>,
  target: GrantTarget,
  kind: GrantHolderKind,
): Promise<number> {
  const { total } = await db
    .selectFrom('grants')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('content_id', '=', target.id)
    .where('level', '>', LEVEL.guest)
    .where(`${kind}_id`, 'is not', null)
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * Prevents deletion and transfer until the transaction ends; false where the content does not exist in the
 * organization.
 */
export async function lockContentForShare(trx: Transaction<Database>, target: GrantTarget): Promise<boolean> {
  const { kind, id, organizationId } = target;
  const table = sql.table(kind === 'space' ? 'spaces' : 'collections');
  const exists = kind === 'space' ? sql`deleted_at is null` : sql`true`;
  const { rows } = await sql`
    select from ${table}
    where id = ${id} and organization_id = ${organizationId} and ${exists} for share`.execute(trx);
  return rows.length > 0;
}

/** Prevents deletion until the transaction ends; titles of existing teams by id. */
export async function lockTeamsForShare(
  trx: Transaction<Database>,
  organizationId: string,
  teamIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from teams
    where organization_id = ${organizationId} and id = any(${teamIds}::text[]) order by id for key share`.execute(
    trx,
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Levels by holder. */
export async function lockGrants(
  trx: Transaction<Database>,
  target: GrantTarget,
  kind: GrantHolderKind,
  holderIds: readonly string[],
): Promise<Map<string, number>> {
  const column = sql.ref(`${kind}_id`);
  const { rows } = await sql<{ holder: string; level: number }>`
    select ${column} as holder, level from grants
    where content_id = ${target.id} and ${column} = any(${holderIds}::text[])
    order by ${column} for update`.execute(trx);
  return new Map(rows.map(({ holder, level }) => [holder, level]));
}

/** Inserts or replaces grants. */
export async function upsertGrants(
  trx: Transaction<Database>,
  target: GrantTarget,
  kind: GrantHolderKind,
  levels: ReadonlyMap<string, number>,
): Promise<void> {
  if (levels.size === 0) return;
  const rows = [...levels].map(([holderId, level]) => ({
    id: newId(),
    organization_id: target.organizationId,
    content_kind: target.kind,
    content_id: target.id,
    user_id: kind === 'user' ? holderId : null,
    team_id: kind === 'team' ? holderId : null,
    level,
  }));
  await trx
    .insertInto('grants')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['content_id', `${kind}_id`])
        .where(`${kind}_id`, 'is not', null)
        .doUpdateSet((row) => ({ level: row.ref('excluded.level') })),
    )
    .execute();
}

export async function deleteGrant(
  trx: Transaction<Database>,
  target: GrantTarget,
  kind: GrantHolderKind,
  holderId: string,
): Promise<void> {
  await trx
    .deleteFrom('grants')
    .where('content_id', '=', target.id)
    .where(`${kind}_id`, '=', holderId)
    .execute();
}
