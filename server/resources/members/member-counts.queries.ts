import { type Kysely, sql } from 'kysely';
import type { Actor, Membership } from '#server/access/actor.ts';
import { type ContentViewer, grantHolderOf, isVisible, levelOn } from '#server/access/content-access.ts';
import { LEVEL } from '#server/access/roles.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { CountCache } from '#server/lists/count-cache.ts';
import { containsPattern } from '#server/lists/lists.ts';
import { selectSpacesWithLocation } from '../spaces/spaces.queries.ts';
import { MEMBER_COLUMNS } from './members.queries.ts';
import type { MemberRow, MemberCounts } from './members.rules.ts';

/** All spaces, and those open to members and to guests without a grant. */
interface OpenSpaceCounts {
  all: number;
  toMembers: number;
}

/** Counts that differ between members of one role. */
interface IndividualCounts {
  teams: number;
  /** Spaces that grants open, minus those that grants close. */
  change: number;
}

const openSpaces = new CountCache<OpenSpaceCounts>();

const individualCounts = new CountCache<ReadonlyMap<string, IndividualCounts>>();

/**
 * Space and team counts for a page of members. Spaces open to everyone are counted once for all; one statement checks
 * the spaces with grants to these members or their teams.
 */
export async function getMemberCounts(
  db: Kysely<Database>,
  organizationId: string,
  members: readonly MemberRow[],
): Promise<(member: MemberRow) => MemberCounts> {
  const ids = members.map(({ id }) => id);
  const [open, own] = await Promise.all([
    getOpenSpaces(db, organizationId),
    individualCounts.get(organizationId, ids.join(), () => loadIndividualCounts(db, organizationId, ids)),
  ]);
  return ({ id, role }) => toMemberCounts(role, open, own.get(id));
}

const memberColumns = sql.raw(MEMBER_COLUMNS.join(', '));

async function findWithIndividualCounts(
  db: Kysely<Database>,
  organizationId: string,
  userId: string,
): Promise<(MemberRow & IndividualCounts) | undefined> {
  const { rows } = await sql<MemberRow & IndividualCounts>`
    select ${memberColumns}, own.teams, own.change
    from members
    join users on users.id = members.user_id
    join (${selectIndividualCounts(organizationId, [userId])}) own on own.id = users.id
    where members.organization_id = ${organizationId} and members.user_id = ${userId}`.execute(db);
  return rows[0];
}

/** In one statement; undefined where there is no such member. */
export async function findMemberWithCounts(
  db: Kysely<Database>,
  organizationId: string,
  userId: string,
): Promise<{ row: MemberRow; counts: MemberCounts } | undefined> {
  const [open, row] = await Promise.all([
    getOpenSpaces(db, organizationId),
    findWithIndividualCounts(db, organizationId, userId),
  ]);
  return row && { row, counts: toMemberCounts(row.role, open, row) };
}

function toMemberCounts(
  role: number,
  open: OpenSpaceCounts,
  own: IndividualCounts | undefined,
): MemberCounts {
  const { teams = 0, change = 0 } = own ?? {};
  if (role === LEVEL.admin) return { teams, spaces: open.all };
  return { teams, spaces: (role >= LEVEL.read ? open.toMembers : 0) + change };
}

function getOpenSpaces(db: Kysely<Database>, organizationId: string): Promise<OpenSpaceCounts> {
  return openSpaces.get(organizationId, '', () => countOpenSpaces(db, organizationId));
}

function countOpenSpaces(db: Kysely<Database>, organizationId: string): Promise<OpenSpaceCounts> {
  return db
    .selectFrom('spaces')
    .select([
      sql<number>`count(*)::int`.as('all'),
      sql<number>`(count(*) filter (where coalesce(resolved_level, 1) >= 1))::int`.as('toMembers'),
    ])
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
}

async function loadIndividualCounts(
  db: Kysely<Database>,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, IndividualCounts>> {
  const { rows } = await selectIndividualCounts(organizationId, ids).execute(db);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

function selectIndividualCounts(organizationId: string, ids: readonly string[]) {
  return sql<IndividualCounts & { id: string }>`
    with person as (
      select m.user_id as id, m.role, array(
        select t.team_id from team_members t
        where t.organization_id = m.organization_id and t.user_id = m.user_id) as teams
      from members m where m.organization_id = ${organizationId} and m.user_id = any(${ids}::text[])
    ),
    decisive as (
      select distinct on (person.id, s.id) person.id, g.level,
        person.role >= 1 and coalesce(s.resolved_level, person.role) >= 1 as open_anyway
      from person
      join grants g on g.organization_id = ${organizationId}
        and (g.user_id = person.id or g.team_id = any(person.teams))
      join spaces s on s.ancestor_path @> array[g.content_id]
        and (person.role = 0 or g.content_id = any(s.grant_path))
        and s.organization_id = ${organizationId} and s.deleted_at is null
      order by person.id, s.id, array_position(s.ancestor_path, g.content_id), g.user_id is null, g.level desc
    ),
    changed as (
      select id, count(*) filter (where level >= 1 and not open_anyway)
        - count(*) filter (where level = 0 and open_anyway) as change
      from decisive group by id
    )
    select person.id, cardinality(person.teams) as teams, coalesce(changed.change, 0)::int as change
    from person left join changed on changed.id = person.id`;
}

/** The member as a viewer of content. */
export async function getContentViewer(db: Kysely<Database>, member: MemberRow): Promise<ContentViewer> {
  const teams = await db
    .selectFrom('team_members')
    .select('team_id')
    .where('organization_id', '=', member.organization_id)
    .where('user_id', '=', member.id)
    .execute();
  return { userId: member.id, role: member.role, teamIds: teams.map((team) => team.team_id) };
}

/** Base query: spaces that both the member and the caller can see; `level` is the member's. */
export function selectMemberSpaces(
  db: Kysely<Database>,
  actor: Actor,
  viewer: Membership,
  member: ContentViewer,
  title?: string,
) {
  return selectSpacesWithLocation(db, grantHolderOf(actor))
    .select(levelOn(member, 'spaces').as('level'))
    .where('spaces.organization_id', '=', viewer.organizationId)
    .where('spaces.deleted_at', 'is', null)
    .where(isVisible(member, 'spaces'))
    .where(isVisible(viewer, 'spaces'))
    .where(hasTitle(title));
}

function hasTitle(title: string | undefined) {
  return title === undefined
    ? sql<boolean>`true`
    : sql<boolean>`search_key(spaces.title) like ${containsPattern(title)}`;
}

export async function countMemberSpaces(
  db: Kysely<Database>,
  viewer: Membership,
  member: ContentViewer,
  title?: string,
): Promise<number> {
  const { total } = await db
    .selectFrom('spaces')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('organization_id', '=', viewer.organizationId)
    .where('deleted_at', 'is', null)
    .where(isVisible(member, 'spaces'))
    .where(isVisible(viewer, 'spaces'))
    .where(hasTitle(title))
    .executeTakeFirstOrThrow();
  return total;
}
