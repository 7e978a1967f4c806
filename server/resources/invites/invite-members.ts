import type { Transaction } from 'kysely';
import type { Actor } from '#server/access/actor.ts';
import { LEVEL, roleInWords, roleOf } from '#server/access/roles.ts';
import { recordAudit } from '#server/audit.ts';
import { nameAll } from '#server/audit-names.ts';
import type { Database } from '#server/database/schema.ts';
import { notFound } from '#server/errors.ts';
import type { MemberInvitesResult } from '#api/generated/types.gen.ts';
import { domainOf } from '#server/access/email-addresses.ts';
import { holdJoinRules, insertMembers, type JoinRules, usersOf } from '#server/access/joining.queries.ts';
import type { Invitee } from './read-invitees.ts';

/** Who invites whom. */
export interface Invitation {
  organizationId: string;
  actor: Actor;
  invitees: readonly Invitee[];
  /** Whether they may sign in through single sign-on only. */
  sso: boolean;
}

/** Makes people members by their addresses. Members stay as they are; who could never sign in is left out. */
export async function inviteByEmail(
  trx: Transaction<Database>,
  { organizationId, actor, invitees, sso }: Invitation,
): Promise<MemberInvitesResult> {
  const rules = await holdJoinRules(trx, organizationId);
  if (!rules) throw notFound('organization');
  const withRoles = invitees.map(({ email, role = rules.defaultRole }) => ({ email, role }));
  const refused = withRoles.filter(
    ({ email, role }) => needsSso(rules, role, sso) && !isCovered(rules, email),
  );
  const accepted = withRoles.filter((invitee) => !refused.includes(invitee));
  const users = await usersOf(
    trx,
    accepted.map(({ email }) => email),
  );
  const joining = accepted.flatMap(({ email, role }) => {
    const userId = users.get(email.toLowerCase());
    return userId === undefined ? [] : [{ userId, role, sso }];
  });
  const joined = await insertMembers(trx, organizationId, joining);
  if (joined.size > 0) {
    const fresh = joining.filter(({ userId }) => joined.has(userId));
    await recordAudit(trx, {
      organizationId,
      actor,
      action: 'inviteMembers',
      targetKind: 'organization',
      targetId: organizationId,
      summary: await summaryOf(
        trx,
        organizationId,
        fresh.map(({ userId }) => userId),
        fresh.map(({ role }) => role),
      ),
      after: { sso, roles: Object.fromEntries(fresh.map(({ userId, role }) => [userId, roleOf(role)])) },
    });
  }
  return {
    users: joining.map(({ userId }) => userId),
    invited: joined.size,
    failedSSOEmails: refused.map(({ email }) => email),
  };
}

/** "Made Ada Lovelace and Eve Moss members with the role editor." */
async function summaryOf(
  trx: Transaction<Database>,
  organizationId: string,
  userIds: readonly string[],
  roles: readonly number[],
): Promise<string> {
  const [role, ...others] = new Set(roles);
  const as = role === undefined || others.length > 0 ? '' : ` with the role ${roleInWords(role)}`;
  return `Made ${await nameAll(trx, organizationId, userIds)} ${userIds.length === 1 ? 'a member' : 'members'}${as}.`;
}

/** Administrators keep their other ways in, unless the invitation itself asks for single sign-on. */
function needsSso(rules: JoinRules, role: number, sso: boolean): boolean {
  return sso || (rules.sso && role < LEVEL.admin);
}

/** An identity provider covers the domains of its organization; all of them where it names none. */
function isCovered({ hasProvider, emailDomains }: JoinRules, email: string): boolean {
  return hasProvider && (emailDomains.length === 0 || emailDomains.includes(domainOf(email)));
}
