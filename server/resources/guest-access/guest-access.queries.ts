import { type Kysely, sql, type Transaction } from 'kysely';
import type { Actor } from '#server/access/actor.ts';
import { LEVEL } from '#server/access/roles.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { conflict } from '#server/base/errors.ts';
import { groupBy } from '#server/base/group-by.ts';
import { newId } from '#server/base/ids.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { countOf } from '#server/lists/lists.ts';

/** How many of the spaces the list names. */
const MAX_NAMED = 10;
/** Grants of one request. */
const MAX_GRANTS = 5000;
const GRANTS_PER_STATEMENT = 1000;

/** Base query: guests on the list, with their account. */
export function selectFormerGuests(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('former_guest_access')
    .innerJoin('members', (join) =>
      join
        .onRef('members.organization_id', '=', 'former_guest_access.organization_id')
        .onRef('members.user_id', '=', 'former_guest_access.user_id'),
    )
    .innerJoin('users', 'users.id', 'members.user_id')
    .innerJoinLateral(sql<{ count: number; spaces: NamedSpace[] }>`${lostByMember}`.as('lost'), (join) =>
      join.onTrue(),
    )
    .where('members.organization_id', '=', organizationId)
    .where('members.role', '=', LEVEL.guest)
    .where('members.disabled', '=', false)
    .where('lost.count', '>', 0)
    .select([
      'users.id',
      'users.display_name',
      'users.email',
      'users.photo_url',
      'lost.count',
      'lost.spaces',
    ]);
}

interface NamedSpace {
  id: string;
  title: string;
  emoji: string;
}

export type FormerGuestRow = Awaited<
  ReturnType<ReturnType<typeof selectFormerGuests>['executeTakeFirstOrThrow']>
>;

/** For queries on `members`: the content on which they hold a grant. */
const heldContent = sql`array(
  select g.content_id from grants g where g.user_id = members.user_id or g.team_id in (
    select t.team_id from team_members t
    where t.organization_id = members.organization_id and t.user_id = members.user_id))`;

/**
 * For queries on `members` and `former_guest_access`: spaces whose default level gave them more than they have now. A grant
 * on the grant path decided before default levels did, and still does.
 */
const lostSpaces = sql`(
  select spaces.id, spaces.title, spaces.emoji, spaces.resolved_level as level
  from (select ${heldContent} as held) as own, spaces
  where spaces.organization_id = members.organization_id and spaces.deleted_at is null
    and spaces.created_at <= former_guest_access.until
    and spaces.resolved_level >= ${sql.lit(LEVEL.read)} and not spaces.grant_path && own.held
    and spaces.resolved_level > case when spaces.ancestor_path && own.held then (
      select g.level from grants g
      where g.content_id = any(spaces.ancestor_path) and (g.user_id = members.user_id or g.team_id in (
        select t.team_id from team_members t where t.user_id = members.user_id))
      order by array_position(spaces.ancestor_path, g.content_id), g.user_id is null, g.level desc
      limit 1) else ${sql.lit(LEVEL.guest)} end)`;

const lostByMember = sql`(
  select count(*)::int as count, coalesce(json_agg(json_build_object('id', id, 'title', title, 'emoji', emoji)
    order by title, id) filter (where place <= ${sql.lit(MAX_NAMED)}), '[]') as spaces
  from (select all_lost.*, row_number() over (order by title, id) as place from ${lostSpaces} as all_lost) as placed)`;

interface LostSpace {
  user_id: string;
  space_id: string;
  level: number;
}

/**
 * The spaces that guests of the list have lost, all of them without `userIds`; 409 if that is too much for
 * one request.
 */
async function findLostSpaces(
  trx: Transaction<Database>,
  organizationId: string,
  userIds: readonly string[] | undefined,
): Promise<LostSpace[]> {
  const { rows } = await sql<LostSpace>`
    select members.user_id, lost.id as space_id, lost.level
    from former_guest_access
    join members using (organization_id, user_id)
    cross join lateral ${lostSpaces} as lost
    where organization_id = ${organizationId} and ${isNamed(userIds)}
      and members.role = ${sql.lit(LEVEL.guest)} and not members.disabled
    limit ${MAX_GRANTS + 1}`.execute(trx);
  if (rows.length > MAX_GRANTS) {
    throw conflict(
      `These guests could see more than ${MAX_GRANTS} spaces together. Name fewer guests in \`users\`.`,
    );
  }
  return rows;
}

function isNamed(userIds: readonly string[] | undefined) {
  return userIds === undefined
    ? sql<boolean>`true`
    : sql<boolean>`former_guest_access.user_id = any(${userIds}::text[])`;
}

interface Decision {
  organizationId: string;
  actor: Actor;
  grant: boolean;
  userIds?: readonly string[] | undefined;
}

/** Takes guests off the list, and grants them what they had; returns how many guests and grants. */
export async function decideFormerAccess(
  trx: Transaction<Database>,
  { organizationId, actor, grant, userIds }: Decision,
): Promise<{ users: number; grants: number }> {
  // The order of locks is that of membership changes: members first.
  const { rows: guests } = await sql<{ user_id: string; display_name: string }>`
    select user_id, users.display_name from former_guest_access
    join members using (organization_id, user_id) join users on users.id = user_id
    where organization_id = ${organizationId} and ${isNamed(userIds)}
    order by user_id for no key update of members, former_guest_access`.execute(trx);
  if (guests.length === 0) return { users: 0, grants: 0 };
  const lost = grant ? await findLostSpaces(trx, organizationId, userIds) : [];
  await insertGrants(trx, organizationId, lost);
  await trx
    .deleteFrom('former_guest_access')
    .where('organization_id', '=', organizationId)
    .where(
      'user_id',
      'in',
      guests.map(({ user_id }) => user_id),
    )
    .execute();
  const spacesOf = groupBy(lost, ({ user_id }) => user_id);
  const [first] = guests;
  const whose =
    guests.length === 1 && first ? `the guest ${first.display_name}` : countOf(guests.length, 'guest');
  await recordAudit(trx, {
    organizationId,
    actor,
    action: 'decideFormerGuestAccess',
    targetKind: 'organization',
    targetId: organizationId,
    summary: grant
      ? `Granted ${whose} ${countOf(lost.length, 'space')} seen by default levels before.`
      : `Left ${whose} without the spaces seen by default levels before.`,
    after: {
      grant,
      spaces: Object.fromEntries(
        guests.map(({ user_id }) => [user_id, (spacesOf.get(user_id) ?? []).map(({ space_id }) => space_id)]),
      ),
    },
  });
  return { users: guests.length, grants: lost.length };
}

async function insertGrants(
  trx: Transaction<Database>,
  organizationId: string,
  lost: readonly LostSpace[],
): Promise<void> {
  for (let start = 0; start < lost.length; start += GRANTS_PER_STATEMENT) {
    const rows = lost.slice(start, start + GRANTS_PER_STATEMENT).map(({ user_id, space_id, level }) => ({
      id: newId(),
      organization_id: organizationId,
      content_kind: 'space' as const,
      content_id: space_id,
      user_id,
      team_id: null,
      level,
    }));
    await trx
      .insertInto('grants')
      .values(rows)
      .onConflict((conflicting) =>
        conflicting.columns(['content_id', 'user_id']).where('user_id', 'is not', null).doNothing(),
      )
      .execute();
  }
}
