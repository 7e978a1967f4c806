import { type Kysely, sql, type Transaction } from 'kysely';
import { type Actor, type Membership, membershipOr404 } from '#server/access/actor.ts';
import { isLastAdministrator } from '#server/access/membership.queries.ts';
import { roleLabel, roleOf } from '#server/access/roles.ts';
import { revokeCodes, revokeOrganizationLinks } from '#server/accounts/credentials/one-time-codes.ts';
import { type AuditEntry, recordAudit } from '#server/audit/audit.ts';
import { conflict, notFound } from '#server/base/errors.ts';
import type { OperationRequest } from '#server/contract/contract.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { type PagePosition, pageTail } from '#server/lists/pages.ts';
import { canViewMember, type MemberRow } from './members.rules.ts';

export const MEMBER_COLUMNS = [
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
  'members.invited_at',
] as const;
const MEMBER_COLUMN_LIST = sql.raw(MEMBER_COLUMNS.join(', '));

/** Base query, with accounts. */
export function selectMembers(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .where('members.organization_id', '=', organizationId)
    .select(MEMBER_COLUMNS);
}

/** Members of the organization only, disabled ones too. */
export function findMember(
  db: Kysely<Database>,
  organizationId: string,
  userId: string,
): Promise<MemberRow | undefined> {
  return selectMembers(db, organizationId).where('members.user_id', '=', userId).executeTakeFirst();
}

export interface MemberFilter {
  /** Level. */
  role?: number | undefined;
  /** A `like` pattern. */
  search?: string | undefined;
  /** Only members who were seen at least once. */
  seen: boolean;
  /** Only members who were invited and never there. */
  invited: boolean;
}

/** SQL condition on `members`: invited by address, and never there since. */
export const isInvited = sql<boolean>`members.invited_at is not null and members.last_seen_at is null`;

/** SQL condition on `members`. */
function matchMembers(filter: MemberFilter) {
  return sql<boolean>`${sql.join(
    [
      sql`true`,
      ...(filter.role === undefined ? [] : [sql`members.role = ${filter.role}`]),
      ...(filter.search === undefined ? [] : [sql`members.search_text like ${filter.search}`]),
      ...(filter.seen ? [sql`members.last_seen_at is not null`] : []),
      ...(filter.invited ? [isInvited] : []),
    ],
    sql` and `,
  )}`;
}

/** One page of the list of members; its filters are combined with “and”. In SQL, as the list is asked for most. */
export async function readMembers(
  db: Kysely<Database>,
  organizationId: string,
  filter: MemberFilter,
  position: PagePosition,
): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select ${MEMBER_COLUMN_LIST}
    from members join users on users.id = members.user_id
    where members.organization_id = ${organizationId} and ${matchMembers(filter)} ${pageTail(position)}`.execute(
    db,
  );
  return rows;
}

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

/** Undefined where there is no such member. */
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

/** `role` is a level. Checks nothing: `changeRole` protects the last administrator. */
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

/** Deletes the membership with team memberships and grants. Authored content remains. */
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

/** The member of the path and the caller's membership; 404 where the caller may not see the member. */
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

export interface MemberChangeContext {
  organizationId: string;
  userId: string;
  actor: Actor;
}

const LAST_ADMINISTRATOR_MESSAGE =
  'An organization needs at least one administrator. Make someone else an administrator first.';

/** `role` is a level. 409 for the last administrator. */
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

/** 409 for the last administrator. */
export async function removeFromOrganization(
  trx: Transaction<Database>,
  change: MemberChangeContext,
): Promise<void> {
  const member = await lockForChange(trx, change);
  if (member.isLastAdministrator) throw conflict(LAST_ADMINISTRATOR_MESSAGE);
  await deleteMember(trx, change.organizationId, change.userId);
  await revokeInvitations(trx, change.userId);
  await revokeOrganizationLinks(trx, change);
  await auditMember(trx, change, {
    action: 'removeMember',
    summary: `Removed ${member.display_name} from the organization.`,
    before: { role: roleOf(member.role) },
  });
}

/**
 * A person who was removed before they came has no use for their mailed link, unless another organization has
 * them.
 */
async function revokeInvitations(trx: Transaction<Database>, userId: string): Promise<void> {
  const membership = await trx
    .selectFrom('members')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!membership) await revokeCodes(trx, userId, 'account');
}

/** Requires single sign-on for a member. */
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

/** Locks the administrators first and in one order, so that concurrent changes cannot deadlock. */
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
