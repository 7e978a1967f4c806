import { type Kysely, sql, type Transaction } from 'kysely';
import { type Actor, type Membership, membershipOr404 } from '#server/access/actor.ts';
import { LEVEL, roleLabel, roleOf } from '#server/access/roles.ts';
import { type AuditEntry, recordAudit } from '#server/audit.ts';
import type { OperationRequest } from '#server/contract.ts';
import type { Database } from '#server/database/schema.ts';
import { conflict, notFound } from '#server/errors.ts';
import { containsPattern } from '#server/lists.ts';
import { canViewMember } from './members.rules.ts';

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
async function isLastAdministrator(
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
export async function updateMember(
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
async function deleteMember(
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
export async function updateLastSeen(db: Kysely<Database>, membership: Membership, now: Date): Promise<void> {
  await db
    .updateTable('members')
    .set({ last_seen_at: now })
    .where('organization_id', '=', membership.organizationId)
    .where('user_id', '=', membership.userId)
    .execute();
}

/** The member that the path names, and the caller's membership; 404 for what the caller may not see. */
export async function loadMember({
  actor,
  db,
  params: { organizationId, userId },
}: OperationRequest<'getMember'>): Promise<{ row: MemberRow; viewer: Membership }> {
  const viewer = membershipOr404(actor, organizationId);
  const row = canViewMember(viewer, userId) ? await findMember(db, organizationId, userId) : undefined;
  if (!row) throw notFound('member');
  return { row, viewer };
}

/** Who changes whom. */
export interface MemberChangeContext {
  organizationId: string;
  userId: string;
  actor: Actor;
}

const LAST_ADMINISTRATOR_MESSAGE =
  'An organization needs at least one administrator. Make someone else an administrator first.';

/** Gives a member a role, a level from 0 to 6. 409 where it would take the last administrator's. */
export async function changeRole(
  trx: Transaction<Database>,
  change: MemberChangeContext,
  role: number,
): Promise<void> {
  const { organizationId, userId } = change;
  const member = await lockForChange(trx, change);
  if (member.role === role) return;
  if (member.isLastAdministrator) throw conflict(LAST_ADMINISTRATOR_MESSAGE);
  await updateMember(trx, organizationId, userId, { role });
  await auditMember(trx, change, {
    action: 'updateMember',
    summary: `Changed the role of ${member.display_name} to ${roleLabel(role)}.`,
    before: { role: roleOf(member.role) },
    after: { role: roleOf(role) },
  });
}

/** Takes a member out of the organization. 409 for the last administrator. */
export async function removeFromOrganization(
  trx: Transaction<Database>,
  change: MemberChangeContext,
): Promise<void> {
  const member = await lockForChange(trx, change);
  if (member.isLastAdministrator) throw conflict(LAST_ADMINISTRATOR_MESSAGE);
  await deleteMember(trx, change.organizationId, change.userId);
  await auditMember(trx, change, {
    action: 'removeMember',
    summary: `Removed ${member.display_name} from the organization.`,
    before: { role: roleOf(member.role) },
  });
}

/** Makes a member sign in through an identity provider. */
export async function setMemberSso(trx: Transaction<Database>, change: MemberChangeContext): Promise<void> {
  const member = await lockForChange(trx, change);
  await updateMember(trx, change.organizationId, change.userId, { sso: true });
  await auditMember(trx, change, {
    action: 'setMemberSso',
    summary: `Required single sign-on for ${member.display_name}.`,
    before: { sso: member.sso },
    after: { sso: true },
  });
}

/** Locks the administrators first and always in the same order, so that no two changes wait for each other. */
async function lockForChange(trx: Transaction<Database>, { organizationId, userId }: MemberChangeContext) {
  const isLast = await isLastAdministrator(trx, organizationId, userId);
  const member = await lockMember(trx, organizationId, userId);
  if (!member) throw notFound('member');
  return { ...member, isLastAdministrator: isLast };
}

function auditMember(
  trx: Transaction<Database>,
  { organizationId, userId, actor }: MemberChangeContext,
  entry: Pick<AuditEntry, 'action' | 'summary' | 'before' | 'after'>,
): Promise<void> {
  return recordAudit(trx, { organizationId, actor, targetKind: 'member', targetId: userId, ...entry });
}
