import { sql, type Transaction } from 'kysely';
import type { AccountLink, InvitedAccountLink } from '#api/generated/types.gen.ts';
import type { Actor } from '#server/access/actor.ts';
import { hashSecret, newSecret } from '#server/access/tokens.ts';
import { hasCredential, lockAccount } from '#server/accounts/credentials/credentials.queries.ts';
import { createCode, revokeOrganizationLinks } from '#server/accounts/credentials/one-time-codes.ts';
import { hasIdentity } from '#server/accounts/sign-on/identities.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { conflict, notFound } from '#server/base/errors.ts';
import { appUrl, type ServiceSettings } from '#server/base/service-settings.ts';
import type { Database } from '#server/database/tables/schema.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;

interface LinkRequest {
  organizationId: string;
  userId: string;
  actor: Actor;
  service: Pick<ServiceSettings, 'publicUrl'>;
  now: Date;
}

/**
 * Creates the link that an administrator passes on to a member: to make the account (decision 150), or to link single
 * sign-on where that is required (decision 170). 409 if the account needs none.
 */
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
  if (await hasCredential(trx, userId))
    throw conflict('This member already has a password or passkey to sign in with.');
  const requiresSso = member.sso || member.organizationSso;
  if (requiresSso && (await hasIdentity(trx, { organizationId, userId })))
    throw conflict('This member already signs in with single sign-on.');
  await revokeOrganizationLinks(trx, { organizationId, userId });
  const expiresAt = new Date(now.getTime() + WEEK_MS);
  const owner = { user_id: userId, organization_id: organizationId, expires_at: expiresAt };
  const code = await createCode(trx, { purpose: requiresSso ? 'sign-in' : 'account', ...owner }, now);
  await recordAudit(trx, {
    organizationId,
    actor,
    action: 'createAccountLink',
    targetKind: 'member',
    targetId: userId,
    summary: `Created an account link for ${user.display_name}.`,
    after: { expiresAt: expiresAt.toISOString() },
  });
  return {
    object: 'account-link',
    link: toLink(service, code, { organizationId, requiresSso }),
    expiresAt: expiresAt.toISOString(),
  };
}

/**
 * Creates links for people who were just added and get no mail, with two statements. Those who have a password or
 * passkey need none.
 */
export async function createInvitedLinks(
  trx: Transaction<Database>,
  invited: readonly { userId: string; email: string }[],
  { organizationId, service, now }: Pick<LinkRequest, 'organizationId' | 'service' | 'now'>,
): Promise<InvitedAccountLink[]> {
  if (invited.length === 0) return [];
  const ids = invited.map(({ userId }) => userId);
  const rows = await trx
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(['members.user_id', sql<boolean>`organizations.sso or members.sso`.as('requiresSso')])
    .where('members.organization_id', '=', organizationId)
    .where('members.user_id', '=', sql<string>`any(${ids}::text[])`)
    .where(
      sql<boolean>`not exists (select from passwords where user_id = members.user_id)
        and not exists (select from passkeys where user_id = members.user_id)`,
    )
    .execute();
  const needing = new Map(rows.map(({ user_id, requiresSso }) => [user_id, requiresSso]));
  const links = invited.flatMap((person) => {
    const requiresSso = needing.get(person.userId);
    const purpose = requiresSso === true ? ('sign-in' as const) : ('account' as const);
    return requiresSso === undefined ? [] : [{ ...person, purpose, requiresSso, code: newSecret() }];
  });
  if (links.length === 0) return [];
  const expiresAt = new Date(now.getTime() + WEEK_MS);
  const shared = {
    organization_id: organizationId,
    created_at: now,
    expires_at: expiresAt,
    used_at: null,
  };
  await trx
    .insertInto('one_time_codes')
    .values(
      links.map(({ userId, purpose, code }) => ({
        ...shared,
        purpose,
        user_id: userId,
        hash: hashSecret(code),
      })),
    )
    .execute();
  return links.map(({ userId, email, code, requiresSso }) => ({
    user: userId,
    email,
    link: toLink(service, code, { organizationId, requiresSso }),
    expiresAt: expiresAt.toISOString(),
  }));
}

/** Where single sign-on is required, it leads to where the person links that. */
function toLink(
  service: LinkRequest['service'],
  code: string,
  { organizationId, requiresSso }: { organizationId: string; requiresSso: boolean },
): string {
  const next = new URLSearchParams({ next: requiresSso ? '/account' : `/o/${organizationId}` });
  return `${appUrl(service, '/login')}?${next}#mail=${code}`;
}
