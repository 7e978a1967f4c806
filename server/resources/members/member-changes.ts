import type { Transaction } from 'kysely';
import type { Actor } from '#server/access/actor.ts';
import { roleInWords, roleOf } from '#server/access/roles.ts';
import { type AuditEntry, recordAudit } from '#server/audit.ts';
import type { Database } from '#server/database/schema.ts';
import { conflict, notFound } from '#server/errors.ts';
import { changeMember, deleteMember, isLastAdministrator, lockMember } from './members.queries.ts';

/** Who changes whom. */
export interface MemberChange {
  organizationId: string;
  userId: string;
  actor: Actor;
}

const LAST_ADMINISTRATOR = 'The last administrator of an organization keeps the role and the membership.';

/** Gives a member a role, a level from 0 to 6. 409 where it would take the last administrator's. */
export async function changeRole(
  trx: Transaction<Database>,
  change: MemberChange,
  role: number,
): Promise<void> {
  const { organizationId, userId } = change;
  const member = await lockForChange(trx, change);
  if (member.role === role) return;
  if (member.isLastAdministrator) throw conflict(LAST_ADMINISTRATOR);
  await changeMember(trx, organizationId, userId, { role });
  await audit(trx, change, {
    action: 'updateMember',
    summary: `Changed the role of ${member.display_name} to ${roleInWords(role)}.`,
    before: { role: roleOf(member.role) },
    after: { role: roleOf(role) },
  });
}

/** Takes a member out of the organization. 409 for the last administrator. */
export async function removeFromOrganization(
  trx: Transaction<Database>,
  change: MemberChange,
): Promise<void> {
  const member = await lockForChange(trx, change);
  if (member.isLastAdministrator) throw conflict(LAST_ADMINISTRATOR);
  await deleteMember(trx, change.organizationId, change.userId);
  await audit(trx, change, {
    action: 'removeMember',
    summary: `Removed ${member.display_name} from the organization.`,
    before: { role: roleOf(member.role) },
  });
}

/** Makes a member sign in through an identity provider. */
export async function requireSso(trx: Transaction<Database>, change: MemberChange): Promise<void> {
  const member = await lockForChange(trx, change);
  await changeMember(trx, change.organizationId, change.userId, { sso: true });
  await audit(trx, change, {
    action: 'setMemberSso',
    summary: `Made ${member.display_name} sign in through an identity provider.`,
    before: { sso: member.sso },
    after: { sso: true },
  });
}

/** Locks the administrators first and always in the same order, so that no two changes wait for each other. */
async function lockForChange(trx: Transaction<Database>, { organizationId, userId }: MemberChange) {
  const isLast = await isLastAdministrator(trx, organizationId, userId);
  const member = await lockMember(trx, organizationId, userId);
  if (!member) throw notFound('member');
  return { ...member, isLastAdministrator: isLast };
}

function audit(
  trx: Transaction<Database>,
  { organizationId, userId, actor }: MemberChange,
  entry: Pick<AuditEntry, 'action' | 'summary' | 'before' | 'after'>,
): Promise<void> {
  return recordAudit(trx, { organizationId, actor, targetKind: 'member', targetId: userId, ...entry });
}
