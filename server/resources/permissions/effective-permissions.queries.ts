import { type Kysely, sql } from 'kysely';
import type { GrantTarget } from '#server/access/content-access.ts';
import { ADMINISTRATOR_LEVEL } from '#server/access/content-level.ts';
import type { Database } from '#server/database/schema.ts';
import type { PermissionSource } from '#api/generated/types.gen.ts';
import { containsPattern } from '#server/lists.ts';

/** The grant that decides a member's level. */
interface DecidingGrant {
  content_id: string;
  team_id: string | null;
  level: number;
}

/** `role`: exactly this level; `search`: text in name or email. */
export interface EffectiveFilter {
  role?: number | undefined;
  search?: string | undefined;
}

/**
 * Base query: every member's level on content and its source. Same rules as `levelOn`: administrators have all; else
 * the nearest grant on the grant path (to the user before those to teams, the highest of these), the default level at
 * the end of the path, the role. Disabled members are left out.
 */
export function selectEffectivePermissions(
  db: Kysely<Database>,
  target: GrantTarget,
  { role, search }: EffectiveFilter = {},
) {
  const table = sql.table(target.kind === 'space' ? 'spaces' : 'collections');
  const content = sql<{ grant_path: string[]; resolved_level: number | null }>`(
    select grant_path, resolved_level from ${table} where id = ${target.id})`.as('content');
  const decisive = sql<DecidingGrant>`(
    select g.content_id, g.team_id, g.level from grants g
    where g.content_id = any(content.grant_path) and (g.user_id = members.user_id or g.team_id in (
      select t.team_id from team_members t
      where t.organization_id = members.organization_id and t.user_id = members.user_id))
    order by array_position(content.grant_path, g.content_id), g.user_id is null, g.level desc, g.team_id
    limit 1)`.as('decisive');
  return db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .innerJoin(content, (join) => join.onTrue())
    .leftJoinLateral(decisive, (join) => join.onTrue())
    .where('members.organization_id', '=', target.organizationId)
    .where('members.disabled', '=', false)
    .$if(role !== undefined, (all) => all.where(EFFECTIVE_LEVEL, '=', role ?? 0))
    .$if(search !== undefined, (all) =>
      all.where('members.search_text', 'like', containsPattern(search ?? '')),
    )
    .select(['users.id', 'users.display_name', 'users.email', 'users.photo_url', 'members.joined_at'])
    .select([
      EFFECTIVE_LEVEL.as('level'),
      SOURCE.as('source'),
      SOURCE_CONTENT_ID.as('content_id'),
      SOURCE_TEAM_ID.as('team_id'),
      SOURCE_TEAM_TITLE.as('team_title'),
    ]);
}

const IS_ADMINISTRATOR = sql`members.role = ${sql.lit(ADMINISTRATOR_LEVEL)}`;

const EFFECTIVE_LEVEL = sql<number>`case when ${IS_ADMINISTRATOR} then members.role
  else coalesce(decisive.level, content.resolved_level, members.role) end`;

const SOURCE = sql<PermissionSource>`case when ${IS_ADMINISTRATOR} then 'administrator'
  when decisive.team_id is not null then 'team'
  when decisive.level is not null then 'user'
  when content.resolved_level is not null then 'default'
  else 'organization' end`;

/** The last content of the path is the one whose default level applies. */
const SOURCE_CONTENT_ID = sql<string | null>`case when ${IS_ADMINISTRATOR} then null
  when decisive.level is not null then decisive.content_id
  when content.resolved_level is not null then content.grant_path[cardinality(content.grant_path)] end`;

const SOURCE_TEAM_ID = sql<string | null>`case when ${IS_ADMINISTRATOR} then null else decisive.team_id end`;

const SOURCE_TEAM_TITLE = sql<string | null>`(select title from teams where teams.id = ${SOURCE_TEAM_ID})`;

/** A member's level on content and its source. */
export type EffectivePermissionRow = Awaited<
  ReturnType<ReturnType<typeof selectEffectivePermissions>['executeTakeFirstOrThrow']>
>;

export async function countEffectivePermissions(
  db: Kysely<Database>,
  target: GrantTarget,
  filter: EffectiveFilter,
): Promise<number> {
  const { total } = await db
    .selectFrom(selectEffectivePermissions(db, target, filter).as('found'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
