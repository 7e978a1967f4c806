import type { Transaction } from 'kysely';
import type { AccountLink } from '#api/generated/types.gen.ts';
import type { Actor } from '#server/access/actor.ts';
import { hasCredential, lockAccount } from '#server/access/credentials.queries.ts';
import { createCode } from '#server/access/one-time-codes.ts';
import { recordAudit } from '#server/audit/audit.ts';
import type { Database } from '#server/database/schema.ts';
import { conflict, notFound } from '#server/errors.ts';
import { appUrl, type ServiceSettings } from '#server/service-settings.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;

interface LinkRequest {
  organizationId: string;
  userId: string;
  actor: Actor;
  service: Pick<ServiceSettings, 'publicUrl'>;
  now: Date;
}

/** Creates the link that an administrator passes on to a member (decision 150). 409 if the account needs none. */
export async function createAccountLink(
  trx: Transaction<Database>,
  { organizationId, userId, actor, service, now }: LinkRequest,
): Promise<AccountLink> {
  const user = await lockAccount(trx, userId);
  const member = await trx
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(['members.sso', 'organizations.sso as organizationSso', 'members.disabled'])
    .where('members.organization_id', '=', organizationId)
    .where('members.user_id', '=', userId)
    .executeTakeFirst();
  if (!user || !member) throw notFound('member');
  if (member.disabled) throw conflict('This member is disabled.');
  if (member.sso || member.organizationSso) throw conflict('This member has to use single sign-on.');
  if (await hasCredential(trx, userId))
    throw conflict('This member already has a password or passkey to sign in with.');
  await trx
    .deleteFrom('one_time_codes')
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationId)
    .where('purpose', '=', 'account')
    .where('used_at', 'is', null)
    .execute();
  const expiresAt = new Date(now.getTime() + WEEK_MS);
  const owner = { user_id: userId, organization_id: organizationId, expires_at: expiresAt };
  const code = await createCode(trx, { purpose: 'account', ...owner }, now);
  await recordAudit(trx, {
    organizationId,
    actor,
    action: 'createAccountLink',
    targetKind: 'member',
    targetId: userId,
    summary: `Created an account link for ${user.display_name}.`,
    after: { expiresAt: expiresAt.toISOString() },
  });
  const next = new URLSearchParams({ next: `/o/${organizationId}` });
  return {
    object: 'account-link',
    link: `${appUrl(service, '/login')}?${next}#mail=${code}`,
    expiresAt: expiresAt.toISOString(),
  };
}
