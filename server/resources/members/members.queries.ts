import { type Kysely, sql, type Transaction } from 'kysely';
import type { Membership } from '#server/access/actor.ts';
import { LEVEL } from '#server/access/roles.ts';
import type { Database } from '#server/database/schema.ts';
import { containsPattern } from '#server/lists.ts';

/** Members of an organization with their users: a query to go on with. */
export function selectMembers(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .where('members.organization_id', '=', organizationId)
    .select([
      'users.id',
      'users.display_name',
      'users.email',
      'users.photo_url',
      'members.organization_id',
      'members.role',
      'members.disabled',
      'members.sso',
      'members.joined_at',
      'members.last_seen_at',
    ]);
}

/** A member as the table of members and that of users have it. */
export type MemberRow = Awaited<ReturnType<ReturnType<typeof selectMembers>['executeTakeFirstOrThrow']>>;

/** One member. */
export function findMember(
  db: Kysely<Database>,
  organizationId: string,
  userId: string,
): Promise<MemberRow | undefined> {
  return selectMembers(db, organizationId).where('members.user_id', '=', userId).executeTakeFirst();
}

/** Which members a list holds. */
export interface MemberFilter {
  /** A level. */
  role?: number | undefined;
  search?: string | undefined;
  /** Only members who were ever seen. */
  seen: boolean;
}

/** Limits a query on `members` to those that a filter names. */
export function matchMembers(filter: MemberFilter) {
  return sql<boolean>`${sql.join(
    [
      sql`true`,
      ...(filter.role === undefined ? [] : [sql`members.role = ${filter.role}`]),
      ...(filter.search === undefined
        ? []
        : [sql`members.search_text like ${containsPattern(filter.search)}`]),
      ...(filter.seen ? [sql`members.last_seen_at is not null`] : []),
    ],
    sql` and `,
  )}`;
}

/** How many members a filter names. */
export async function countMembers(
  db: Kysely<Database>,
  organizationId: string,
  filter: MemberFilter,
): Promise<number> {
  const { total } = await db
    .selectFrom('members')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('organization_id', '=', organizationId)
    .where(matchMembers(filter))
    .executeTakeFirstOrThrow();
  return total;
}

/** Locks a member until the transaction ends. Undefined where there is none. */
export function lockMember(trx: Transaction<Database>, organizationId: string, userId: string) {
  return trx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.role', 'members.sso', 'users.display_name'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .forUpdate('members')
    .executeTakeFirst();
}

/**
 * Whether someone is the only administrator who can still sign in. Locks all administrators, in one order, so that two
 * of them cannot remove each other at the same time.
 */
export async function isLastAdministrator(
  trx: Transaction<Database>,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const administrators = await trx
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', LEVEL.admin)
    .where('disabled', '=', false)
    .orderBy('user_id')
    .forUpdate()
    .execute();
  return administrators.length === 1 && administrators[0]?.user_id === userId;
}

/** Changes columns of a member. */
export async function changeMember(
  trx: Transaction<Database>,
  organizationId: string,
  userId: string,
  change: { role?: number; sso?: boolean },
): Promise<void> {
  await trx
    .updateTable('members')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
}

/** Takes a member out, with places in teams and grants. What the member wrote stays. */
export async function deleteMember(
  trx: Transaction<Database>,
  organizationId: string,
  userId: string,
): Promise<void> {
  await trx
    .deleteFrom('members')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
}

/** Notes that a member is here. */
export async function touchMember(db: Kysely<Database>, membership: Membership, now: Date): Promise<void> {
  await db
    .updateTable('members')
    .set({ last_seen_at: now })
    .where('organization_id', '=', membership.organizationId)
    .where('user_id', '=', membership.userId)
    .execute();
}
