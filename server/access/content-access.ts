import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { newId } from '#server/base/ids.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { type Actor, type Membership, membershipOr404 } from './actor.ts';
import { ADMINISTRATOR_LEVEL, LEVEL, MIN_VISIBLE_LEVEL, effectiveLevel } from './roles.ts';

/**
 * A member's level on collections and spaces, as SQL. Administrators have level 6 everywhere. For others the first
 * match wins: the nearest grant on the content's grant path (to the user before those to teams), the resolved default
 * level, the member's role. Guests have the nearest grant on the content or anything above it, and nothing else.
 */

/** A user with their teams in all organizations, and where they are a guest. */
export interface GrantHolder {
  userId: string;
  teamIds: readonly string[];
  guestOrganizationIds: readonly string[];
}

/** A member as a viewer of content of one organization; `role` is a level from 0 to 6. */
export interface ContentViewer {
  userId: string;
  teamIds: readonly string[];
  role: number;
}

type ContentTable = 'spaces' | 'collections' | 'outline';

/** The caller as grant holder, in any organization. */
export function grantHolderOf(actor: Actor): GrantHolder {
  return {
    userId: actor.user.id,
    teamIds: actor.memberships.flatMap((membership) => membership.teamIds),
    guestOrganizationIds: actor.memberships
      .filter(({ role }) => role === LEVEL.guest)
      .map(({ organizationId }) => organizationId),
  };
}

/** The content whose grants count for a holder, as SQL: ids from the content itself upwards. */
function grantPathOf(holder: GrantHolder | ContentViewer, content: ContentTable): RawBuilder<string[]> {
  const [all, inherited] = [sql.ref(`${content}.ancestor_path`), sql.ref(`${content}.grant_path`)];
  if ('role' in holder) return sql`${holder.role === LEVEL.guest ? all : inherited}`;
  if (holder.guestOrganizationIds.length === 0) return sql`${inherited}`;
  const organization = sql.ref(`${content}.organization_id`);
  return sql`case when ${organization} = any(${holder.guestOrganizationIds}::text[])
    then ${all} else ${inherited} end`;
}

/** For queries on `members`: the content whose grants count for each of them; see `grantPathOf`. */
export function grantPathOfMember(content: 'spaces' | 'content'): RawBuilder<string[]> {
  return sql`case when members.role = ${sql.lit(LEVEL.guest)}
    then ${sql.ref(`${content}.ancestor_path`)} else ${sql.ref(`${content}.grant_path`)} end`;
}

/** The grant that decides a member's level. */
interface DecidingGrant {
  user_id: string;
  content_id: string;
  team_id: string | null;
  level: number;
}

/**
 * For queries on `members` and content: the deciding grant of one member, or no row. Fast for the members of a page. Same
 * rules as `grantedLevel`.
 */
export function decidingGrantOfMember(content: 'spaces' | 'content'): RawBuilder<DecidingGrant> {
  const path = grantPathOfMember(content);
  return sql<DecidingGrant>`(
    select members.user_id, g.content_id, g.team_id, g.level from grants g
    where g.content_id = any(${path}) and (g.user_id = members.user_id or g.team_id in (
      select t.team_id from team_members t
      where t.organization_id = members.organization_id and t.user_id = members.user_id))
    order by array_position(${path}, g.content_id), g.user_id is null, g.level desc, g.team_id
    limit 1)`;
}

/** For queries on `members`: the level of each, from the deciding grant's level (null: none). See `effectiveLevel`. */
export function levelOfMember(
  granted: RawBuilder<number | null>,
  content: 'spaces' | 'content',
): RawBuilder<number> {
  return sql<number>`case members.role
    when ${sql.lit(ADMINISTRATOR_LEVEL)} then ${sql.lit(ADMINISTRATOR_LEVEL)}
    when ${sql.lit(LEVEL.guest)} then coalesce(${granted}, ${sql.lit(LEVEL.guest)})
    else coalesce(${granted}, ${sql.ref(`${content}.resolved_level`)}, members.role) end`;
}

/** The deciding grant's level on a row, null where there is none. */
export function grantedLevel(
  holder: GrantHolder | ContentViewer,
  content: ContentTable,
): RawBuilder<number | null> {
  const path = grantPathOf(holder, content);
  const isHeld = sql`(g.user_id = ${holder.userId} or g.team_id = any(${holder.teamIds}::text[]))`;
  // Most rows have none: whether one does is known from the contents of all grants, which are selected once.
  return sql<
    number | null
  >`case when ${path} && array(select g.content_id from grants g where ${isHeld}) then (
    select g.level from grants g where g.content_id = any(${path}) and ${isHeld}
    order by array_position(${path}, g.content_id), g.user_id is null, g.level desc
    limit 1) end`;
}

/** From 0 (no access) to 6. */
export function levelOn(viewer: ContentViewer, content: 'spaces' | 'collections'): RawBuilder<number> {
  if (viewer.role === ADMINISTRATOR_LEVEL) return sql<number>`${sql.lit(ADMINISTRATOR_LEVEL)}::int`;
  const granted = grantedLevel(viewer, content);
  if (viewer.role === LEVEL.guest) return sql<number>`coalesce(${granted}, ${sql.lit(LEVEL.guest)}::int)`;
  return sql<number>`coalesce(${granted}, ${sql.ref(`${content}.resolved_level`)}, ${viewer.role}::int)`;
}

/** SQL condition. */
export function hasLevel(
  viewer: ContentViewer,
  content: 'spaces' | 'collections',
  level: number,
): RawBuilder<boolean> {
  if (viewer.role === ADMINISTRATOR_LEVEL) return sql<boolean>`true`;
  return sql<boolean>`${levelOn(viewer, content)} >= ${sql.lit(level)}`;
}

/** SQL condition. */
export function isVisible(viewer: ContentViewer, content: 'spaces' | 'collections'): RawBuilder<boolean> {
  return hasLevel(viewer, content, MIN_VISIBLE_LEVEL);
}

/** Base query, without deleted spaces. */
export function visibleSpaces(db: Kysely<Database>, viewer: ContentViewer, organizationId: string) {
  return db
    .selectFrom('spaces')
    .where('spaces.organization_id', '=', organizationId)
    .where('spaces.deleted_at', 'is', null)
    .where(isVisible(viewer, 'spaces'));
}

/**
 * Counts rows that match a condition and on which a member has at least a level. Loads all grants of the member at once
 * instead of per row, which scales to thousands of rows.
 */
export async function countWithLevel(
  db: Kysely<Database>,
  viewer: ContentViewer,
  content: 'spaces' | 'collections',
  { condition, level }: { condition: RawBuilder<boolean>; level: number },
): Promise<number> {
  const table = sql.table(content);
  const isAdministrator = viewer.role === ADMINISTRATOR_LEVEL;
  const defaultLevel = viewer.role === LEVEL.guest ? sql`null` : sql`${table}.resolved_level`;
  const { rows } = await (
    isAdministrator
      ? sql<{ total: number }>`select count(*)::int as total from ${table} where ${condition}`
      : sql<{ total: number }>`
      with own as (
        select content_id, level, user_id is null as by_team from grants
        where user_id = ${viewer.userId} or team_id = any(${viewer.teamIds}::text[])
      ), decisive as (
        select distinct on (${table}.id) ${table}.id, own.level
        from ${table}
        cross join lateral unnest(${grantPathOf(viewer, content)}) with ordinality as step(content_id, place)
        join own on own.content_id = step.content_id
        where ${condition}
        order by ${table}.id, step.place, own.by_team, own.level desc
      )
      select count(*)::int as total from ${table} left join decisive on decisive.id = ${table}.id
      where ${condition} and coalesce(decisive.level, ${defaultLevel}, ${viewer.role}::int) >= ${level}::int`
  ).execute(db);
  return rows[0]?.total ?? 0;
}

export interface GrantTarget {
  kind: 'space' | 'collection';
  id: string;
  organizationId: string;
}

/**
 * Ensures that a member has at least `level` on content after their own change, with a grant where the change removed
 * it. No one locks themselves out by creating, changing or moving content.
 */
export async function retainAccess(
  trx: Transaction<Database>,
  viewer: ContentViewer,
  target: GrantTarget,
  level: number,
): Promise<void> {
  if (viewer.role === ADMINISTRATOR_LEVEL) return;
  const table = target.kind === 'space' ? 'spaces' : 'collections';
  const { rows } = await sql<{ level: number }>`
    select ${levelOn(viewer, table)} as level from ${sql.table(table)} where id = ${target.id}`.execute(trx);
  if ((rows[0]?.level ?? level) >= level) return;
  await trx
    .insertInto('grants')
    .values({
      id: newId(),
      organization_id: target.organizationId,
      content_kind: target.kind,
      content_id: target.id,
      user_id: viewer.userId,
      team_id: null,
      level,
    })
    .onConflict((conflict) =>
      conflict.columns(['content_id', 'user_id']).where('user_id', 'is not', null).doUpdateSet({ level }),
    )
    .execute();
}

/** Grants and invite links. */
export async function deleteGrants(trx: Transaction<Database>, contentIds: string[]): Promise<void> {
  await trx.deleteFrom('grants').where('content_id', 'in', contentIds).execute();
  await trx.deleteFrom('link_invites').where('content_id', 'in', contentIds).execute();
}

/** Copies the grants of one content item to another. */
export async function copyGrants(trx: Transaction<Database>, fromId: string, toId: string): Promise<void> {
  const grants = await trx
    .selectFrom('grants')
    .select(['organization_id', 'content_kind', 'user_id', 'team_id', 'level'])
    .where('content_id', '=', fromId)
    .execute();
  if (grants.length === 0) return;
  const copies = grants.map((grant) => ({ ...grant, id: newId(), content_id: toId }));
  await trx.insertInto('grants').values(copies).execute();
}

/** Visible content with the caller's membership and level. */
export interface Loaded<Row> {
  row: Row;
  viewer: Membership;
  level: number;
}

/** The columns that decide the level. */
export interface AccessRow {
  organization_id: string;
  resolved_level: number | null;
  granted: number | null;
}

/** Undefined where the caller is not a member of the row's organization. */
export function withLevel<Row extends AccessRow>(
  actor: Actor,
  row: Row | undefined,
): Loaded<Row> | undefined {
  if (!row || !actor.membership(row.organization_id)) return undefined;
  const viewer = membershipOr404(actor, row.organization_id);
  return { row, viewer, level: effectiveLevel(viewer.role, row) };
}
