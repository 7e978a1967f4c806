import { type Kysely, sql, type Transaction } from 'kysely';
import type { InvitationRepetitionResult } from '#api/generated/types.gen.ts';
import { describeNames } from '#server/audit/audit-names.ts';
import { recordAudit } from '#server/audit/audit.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { canMail } from '#server/queue/mail-queue.ts';
import { isInvited } from '../members/members.queries.ts';
import { type Invitation, mailInvitations } from './joining.queries.ts';

interface Repetition extends Pick<Invitation, 'organizationId' | 'actor' | 'mailer' | 'now'> {
  userIds: readonly string[];
}

/** Sends invited members their invitation again, and notes when. */
export async function resendInvitations(
  trx: Transaction<Database>,
  { userIds, mailer, ...context }: Repetition,
): Promise<InvitationRepetitionResult> {
  const { organizationId, actor, now } = context;
  const ids = [...new Set(userIds)];
  const invited = await lockInvited(trx, organizationId, ids);
  const mailed = invited.filter(({ email }) => canMail(mailer, email));
  const accepted = await mailInvitations(trx, mailed, context);
  const sentIds = mailed.flatMap(({ id }, index) => (accepted[index] ? [id] : []));
  const limited = mailed.flatMap(({ id }, index) => (accepted[index] ? [] : [id]));
  if (sentIds.length > 0) {
    await trx
      .updateTable('members')
      .set({ invited_at: now })
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', sql<string>`any(${sentIds}::text[])`)
      .execute();
    await recordAudit(trx, {
      organizationId,
      actor,
      action: 'resendInvitations',
      targetKind: 'organization',
      targetId: organizationId,
      summary: `Sent the invitation again to ${await describeNames(trx, organizationId, sentIds)}.`,
      after: { users: sentIds },
    });
  }
  const skipped = ids.filter((id) => !sentIds.includes(id) && !limited.includes(id));
  return { sent: sentIds, limited, skipped };
}

function lockInvited(
  trx: Kysely<Database>,
  organizationId: string,
  userIds: readonly string[],
): Promise<{ id: string; email: string }[]> {
  return trx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.id', 'users.email'])
    .where('members.organization_id', '=', organizationId)
    .where('members.user_id', '=', sql<string>`any(${userIds}::text[])`)
    .where(isInvited)
    .where('members.disabled', '=', false)
    .orderBy('users.id')
    .forUpdate('members')
    .execute();
}
