import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { newId } from '#server/database/ids.ts';
import type { Database } from '#server/database/schema.ts';
import { type Actor, type Membership, membershipOr404 } from './actor.ts';
import { ADMINISTRATOR_LEVEL, MIN_VISIBLE_LEVEL, effectiveLevel } from './roles.ts';

/**
 * A member's level on collections and spaces, as SQL. Administrators have level 6 everywhere. For others the first
 * match wins: the nearest grant on the content's grant path (to the user before those to teams), the resolved default
 * level, the member's role.
 */

/** A user with their teams in all organizations. */
export interface GrantHolder {
  userId: string;
  teamIds: readonly string[];
}

/** A member as a viewer of content; `role` is a level from 0 to 6. */
export interface ContentViewer extends GrantHolder {
  role: number;
}

/** The caller as grant holder, in any organization. */
export function grantHolderOf(actor: Actor): GrantHolder {
  return {
    userId: actor.user.id,
    teamIds: actor.memberships.flatMap((membership) => membership.teamIds),
  };
}

/** The deciding grant's level on a row, null where there is none. */
export function grantedLevel(
  holder: GrantHolder,
  content: 'spaces' | 'collections' | 'outline',
): RawBuilder<number | null> {
  const path = sql.ref(`${content}.grant_path`);
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
  const resolved = sql.ref(`${content}.resolved_level`);
  return sql<number>`coalesce(${grantedLevel(viewer, content)}, ${resolved}, ${viewer.role}::int)`;
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
        cross join lateral unnest(${table}.grant_path) with ordinality as step(content_id, place)
        join own on own.content_id = step.content_id
        where ${condition}
        order by ${table}.id, step.place, own.by_team, own.level desc
      )
      select count(*)::int as total from ${table} left join decisive on decisive.id = ${table}.id
      where ${condition} and coalesce(decisive.level, ${table}.resolved_level, ${viewer.role}::int) >= ${level}::int`
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
