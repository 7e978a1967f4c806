import { type Kysely, sql, type Transaction } from 'kysely';
import type { PermissionSource } from '#api/generated/types.gen.ts';
import { decidingGrantOfMember, type GrantTarget, levelOfMember } from '#server/access/content-access.ts';
import { contentOf, grantedLevels } from '#server/access/granted-levels.ts';
import { LEVEL, ADMINISTRATOR_LEVEL } from '#server/access/roles.ts';
import { newId } from '#server/base/ids.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { containsPattern, countRows, type CutToPage } from '#server/lists/lists.ts';
import { selectTeams } from '../teams/teams.queries.ts';

/** Content whose default level is known. */
export interface LeveledContent extends GrantTarget {
  resolvedLevel: number | null;
}

/** `role`: exactly this level; `search`: text in name or email. */
interface EffectiveFilter {
  role?: number | undefined;
  search?: string | undefined;
}

/**
 * Base query: every member's level on content and its source. Same rules as `levelOn`: administrators have all; else
 * the nearest grant on the grant path (to the user before those to teams, the highest of these), the default level at
 * the end of the path, the role; guests have a grant or nothing. Disabled members are left out.
 */
export function selectEffectivePermissions(
  db: Kysely<Database>,
  target: LeveledContent,
  { role, search }: EffectiveFilter,
  cutToPage: CutToPage,
) {
  const members =
    role === undefined
      ? sql<Row<'members'>>`members`
      : sql<Row<'members'>>`${selectWithLevel(db, target, { role, search }, cutToPage)}`;
  return db
    .selectFrom(members.as('members'))
    .innerJoin('users', 'users.id', 'members.user_id')
    .innerJoin(contentOf(target).as('content'), (join) => join.onTrue())
    .leftJoinLateral(decidingGrantOfMember('content').as('decisive'), (join) => join.onTrue())
    .where(matchMembers(target, search))
    .select(['users.id', 'users.display_name', 'users.email', 'users.photo_url', 'members.joined_at'])
    .select([
      EFFECTIVE_LEVEL.as('level'),
      SOURCE.as('source'),
      SOURCE_CONTENT_ID.as('content_id'),
      SOURCE_TEAM_ID.as('team_id'),
      SOURCE_TEAM_TITLE.as('team_title'),
    ]);
}

/**
 * The members of a page with exactly one level: those who have it by a grant, and those who have it anyway, each in the
 * order of an index. Comparing the level of every member would take a second where there are many.
 */
function selectWithLevel(
  db: Kysely<Database>,
  target: LeveledContent,
  filter: EffectiveFilter & { role: number },
  cutToPage: CutToPage,
) {
  const members = () =>
    db.selectFrom('members').selectAll('members').where(matchMembers(target, filter.search));
  const anyway = members()
    .where(hasAnyway(target, filter.role))
    .where(sql<boolean>`(${IS_ADMINISTRATOR} or members.user_id not in (select user_id from granted))`);
  const byGrant = members()
    .innerJoin(
      sql<{ user_id: string; level: number }>`granted`.as('holder'),
      'holder.user_id',
      'members.user_id',
    )
    .where(sql<boolean>`not ${IS_ADMINISTRATOR}`)
    .where('holder.level', '=', filter.role);
  return sql`(with granted as materialized ${grantedLevels(target)}
    ${cutToPage(anyway)} union all ${cutToPage(byGrant)})`;
}

/** SQL condition on `members`: a level without any grant. */
function hasAnyway({ resolvedLevel }: LeveledContent, level: number) {
  const byRole = sql<boolean>`members.role = ${level}`;
  if (resolvedLevel === null) return byRole;
  const isGuest = level === LEVEL.guest ? IS_GUEST : sql<boolean>`false`;
  if (level === ADMINISTRATOR_LEVEL) return resolvedLevel === level ? sql<boolean>`not ${IS_GUEST}` : byRole;
  return resolvedLevel === level
    ? sql<boolean>`(${isGuest} or not ${IS_ADMINISTRATOR} and not ${IS_GUEST})`
    : sql<boolean>`${isGuest}`;
}

/** SQL condition on `members`. */
function matchMembers({ organizationId }: GrantTarget, search: string | undefined) {
  const isFound = search === undefined ? sql`true` : sql`members.search_text like ${containsPattern(search)}`;
  return sql<boolean>`members.organization_id = ${organizationId} and not members.disabled and ${isFound}`;
}

const IS_ADMINISTRATOR = sql`members.role = ${sql.lit(ADMINISTRATOR_LEVEL)}`;
const IS_GUEST = sql<boolean>`members.role = ${sql.lit(LEVEL.guest)}`;

const EFFECTIVE_LEVEL = levelOfMember(sql.ref('decisive.level'), 'content');

const SOURCE = sql<PermissionSource>`case when ${IS_ADMINISTRATOR} then 'administrator'
  when decisive.team_id is not null then 'team'
  when decisive.level is not null then 'user'
  when content.resolved_level is not null and not ${IS_GUEST} then 'default'
  else 'organization' end`;

/** The last content of the path is the one whose default level applies. */
const SOURCE_CONTENT_ID = sql<string | null>`case when ${IS_ADMINISTRATOR} then null
  when decisive.level is not null then decisive.content_id
  when content.resolved_level is not null and not ${IS_GUEST} then content.grant_path[cardinality(content.grant_path)] end`;

const SOURCE_TEAM_ID = sql<string | null>`case when ${IS_ADMINISTRATOR} then null else decisive.team_id end`;

const SOURCE_TEAM_TITLE = sql<string | null>`(select title from teams where teams.id = ${SOURCE_TEAM_ID})`;

/** A member's level on content and its source. */
export type EffectivePermissionRow = Awaited<
  ReturnType<ReturnType<typeof selectEffectivePermissions>['executeTakeFirstOrThrow']>
>;

/** Without a filter by level, every member counts. With one, only those with a grant are looked at one by one. */
export async function countEffectivePermissions(
  db: Kysely<Database>,
  target: LeveledContent,
  { role, search }: EffectiveFilter,
): Promise<number> {
  const all = db.selectFrom('members').where(matchMembers(target, search));
  if (role === undefined) return countRows(all);
  const anyway = hasAnyway(target, role);
  const { total } = await all
    .innerJoin(grantedLevels(target).as('holder'), 'holder.user_id', 'members.user_id')
    .where(sql<boolean>`not ${IS_ADMINISTRATOR}`)
    .select(
      sql<number>`(coalesce(sum((holder.level = ${role})::int - (${anyway})::int), 0)
        + ${all.where(anyway).select(sql`count(*)`.as('total'))})::int`.as('total'),
    )
    .executeTakeFirstOrThrow();
  return total;
}

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

/** Grants on the content itself, without those that deny access. */
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

/** Does nothing where there is no such grant. */
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
