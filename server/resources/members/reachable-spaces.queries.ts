import { type Kysely, sql } from 'kysely';
import { LEVEL } from '#server/access/roles.ts';
import type { Database } from '#server/database/schema.ts';
import { RememberedFigures } from '#server/remembered.ts';
import type { MemberRow } from './members.queries.ts';

/** How many spaces an organization has, and how many are open without a grant to its members and to its guests. */
interface OpenSpaces {
  all: number;
  toMembers: number;
  toGuests: number;
}

const openSpaces = new RememberedFigures<OpenSpaces>();
const grantedSpaces = new RememberedFigures<ReadonlyMap<string, number>>();

/**
 * How many spaces each of some members of one organization can reach, by user id. Counted without a look at every space
 * for every member: what is open to everybody is counted once, and only spaces under a grant to one of these members
 * (or their teams) are looked at one by one.
 */
export async function countReachableSpaces(
  db: Kysely<Database>,
  organizationId: string,
  members: readonly MemberRow[],
): Promise<ReadonlyMap<string, number>> {
  const others = members.filter(({ role }) => role !== LEVEL.admin);
  const open = await openSpaces.get(organizationId, '', () => readOpenSpaces(db, organizationId));
  const key = others.map(({ id }) => id).join();
  const changes =
    others.length === 0
      ? new Map<string, number>()
      : await grantedSpaces.get(organizationId, key, () => readChanges(db, organizationId, others));
  return new Map(
    members.map(({ id, role }) => {
      if (role === LEVEL.admin) return [id, open.all];
      return [id, (role >= LEVEL.read ? open.toMembers : open.toGuests) + (changes.get(id) ?? 0)];
    }),
  );
}

function readOpenSpaces(db: Kysely<Database>, organizationId: string): Promise<OpenSpaces> {
  return db
    .selectFrom('spaces')
    .select([
      sql<number>`count(*)::int`.as('all'),
      sql<number>`(count(*) filter (where coalesce(resolved_level, 1) >= 1))::int`.as('toMembers'),
      sql<number>`(count(*) filter (where resolved_level >= 1))::int`.as('toGuests'),
    ])
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
}

/** What grants add to (or take from) the spaces that are open to each member anyway. */
async function readChanges(
  db: Kysely<Database>,
  organizationId: string,
  members: readonly MemberRow[],
): Promise<ReadonlyMap<string, number>> {
  const people = JSON.stringify(members.map(({ id, role, team_ids: teams }) => ({ id, role, teams })));
  const { rows } = await sql<{ id: string; change: number }>`
    with person as (
      select p.id, p.role, g.id as grant_id
      from jsonb_to_recordset(${people}::jsonb) as p(id text, role int, teams text[])
      join grants g on g.organization_id = ${organizationId} and (g.user_id = p.id or g.team_id = any(p.teams))
    ),
    decisive as (
      select distinct on (person.id, s.id) person.id, g.level,
        coalesce(s.resolved_level, person.role) >= 1 as open_anyway
      from person
      join grants g on g.id = person.grant_id
      join spaces s on s.grant_path @> array[g.content_id]
        and s.organization_id = ${organizationId} and s.deleted_at is null
      order by person.id, s.id, array_position(s.grant_path, g.content_id), g.user_id is null, g.level desc
    )
    select id, (count(*) filter (where level >= 1 and not open_anyway)
      - count(*) filter (where level = 0 and open_anyway))::int as change
    from decisive group by id`.execute(db);
  return new Map(rows.map(({ id, change }) => [id, change]));
}
