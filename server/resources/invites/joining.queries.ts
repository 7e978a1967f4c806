import type { Transaction } from 'kysely';
import type { InvitedAccountLink, MemberInvitesResult } from '#api/generated/types.gen.ts';
import type { Actor } from '#server/access/actor.ts';
import { retainAccess } from '#server/access/content-access.ts';
import { LEVEL, roleLabel, roleOf } from '#server/access/roles.ts';
import {
  lockJoinRules,
  insertMembers,
  type JoinRules,
  findOrCreateUsers,
} from '#server/accounts/joining/joining.queries.ts';
import { describeNames } from '#server/audit/audit-names.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { domainOf } from '#server/base/email-addresses.ts';
import { conflict, forbidden, notFound } from '#server/base/errors.ts';
import type { ServiceSettings } from '#server/base/service-settings.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { Mailer } from '#server/network/mailer.ts';
import { canMail, enqueueMails } from '#server/queue/mail-queue.ts';
import { getContentViewer } from '../members/member-counts.queries.ts';
import { updateMember, findMember, lockMember } from '../members/members.queries.ts';
import type { MemberRow } from '../members/members.rules.ts';
import { createInvitedLinks } from './account-links.ts';
import { findInviteByKey, type InviteRow } from './invites.queries.ts';
import type { Invitee } from './invites.rules.ts';

export interface Invitation {
  organizationId: string;
  actor: Actor;
  invitees: readonly Invitee[];
  /** Single sign-on only. */
  sso: boolean;
  mailer: Mailer;
  /** Where account links for those who get no mail lead; undefined for none. */
  linksTo: Pick<ServiceSettings, 'publicUrl'> | undefined;
  now: Date;
}

/** Adds members by email address. Existing members are unchanged; addresses that could never sign in are skipped. */
export async function inviteByEmail(
  trx: Transaction<Database>,
  { organizationId, actor, invitees, sso, mailer, linksTo, now }: Invitation,
): Promise<MemberInvitesResult> {
  const rules = await lockJoinRules(trx, organizationId);
  if (!rules) throw notFound('organization');
  const withRoles = invitees.map(({ email, role = rules.defaultRole }) => ({ email, role }));
  const rejected = withRoles.filter(
    ({ email, role }) => needsSso(rules, role, sso) && !isCoveredByProvider(rules, email),
  );
  const accepted = withRoles.filter((invitee) => !rejected.includes(invitee));
  const users = await findOrCreateUsers(
    trx,
    accepted.map(({ email }) => email),
  );
  const joining = accepted.flatMap(({ email, role }) => {
    const userId = users.get(email.toLowerCase());
    return userId === undefined ? [] : [{ userId, role, sso, invitedAt: now }];
  });
  const joined = await insertMembers(trx, organizationId, joining);
  let links: InvitedAccountLink[] = [];
  if (joined.size > 0) {
    const added = joining.filter(({ userId }) => joined.has(userId));
    const addresses = accepted.flatMap(({ email }) => {
      const userId = users.get(email.toLowerCase()) ?? '';
      return joined.has(userId) ? [{ userId, email }] : [];
    });
    const mailed = addresses.filter(({ email }) => canMail(mailer, email));
    await mailInvitations(trx, mailed, { organizationId, actor, now });
    if (linksTo) {
      const others = addresses.filter(({ email }) => !canMail(mailer, email));
      links = await createInvitedLinks(trx, others, { organizationId, service: linksTo, now });
    }
    await recordAudit(trx, {
      organizationId,
      actor,
      action: 'inviteMembers',
      targetKind: 'organization',
      targetId: organizationId,
      summary: await describeAdded(
        trx,
        organizationId,
        added.map(({ userId }) => userId),
        added.map(({ role }) => role),
      ),
      after: {
        sso,
        roles: Object.fromEntries(added.map(({ userId, role }) => [userId, roleOf(role)])),
        ...(links.length > 0 && { accountLinks: links.map(({ user }) => user) }),
      },
    });
  }
  return {
    users: joining.map(({ userId }) => userId),
    invited: joined.size,
    failedSSOEmails: rejected.map(({ email }) => email),
    ...(linksTo && { accountLinks: links }),
  };
}

/** For each, false if the address or the organization has reached a limit. */
export function mailInvitations(
  trx: Transaction<Database>,
  addresses: readonly { email: string }[],
  { organizationId, actor, now }: Pick<Invitation, 'organizationId' | 'actor' | 'now'>,
): Promise<boolean[]> {
  const mails = addresses.map(({ email }) => ({
    kind: 'invitation',
    to: email,
    organizationId,
    data: { inviter: actor.user.displayName },
  }));
  return enqueueMails(trx, mails, now);
}

/** "Added Ada Lovelace and Eve Moss with the role editor." */
async function describeAdded(
  trx: Transaction<Database>,
  organizationId: string,
  userIds: readonly string[],
  roles: readonly number[],
): Promise<string> {
  const [role, ...others] = new Set(roles);
  const as = role === undefined || others.length > 0 ? '' : ` with the role ${roleLabel(role)}`;
  return `Added ${await describeNames(trx, organizationId, userIds)}${as}.`;
}

/** Administrators may also sign in without single sign-on, unless the invitation requires it. */
function needsSso(rules: JoinRules, role: number, sso: boolean): boolean {
  return sso || (rules.sso && role < LEVEL.admin);
}

/** A provider covers the organization's email domains; all domains where it has none. */
function isCoveredByProvider({ hasProvider, emailDomains }: JoinRules, email: string): boolean {
  return hasProvider && (emailDomains.length === 0 || emailDomains.includes(domainOf(email)));
}

export interface AcceptContext {
  organizationId: string;
  /** The link's id or secret. */
  idOrSecret: string;
  actor: Actor;
}

const SSO_REQUIRED = 'This organization requires single sign-on. Sign in through your identity provider.';

/**
 * Adds the caller as a member with the link's role, or as a guest with a grant on the link's content. Existing members
 * never lose access.
 */
export async function acceptInvite(
  trx: Transaction<Database>,
  acceptance: AcceptContext,
): Promise<MemberRow> {
  const { organizationId, idOrSecret, actor } = acceptance;
  const invite = await findInviteByKey(trx, organizationId, idOrSecret);
  const rules = invite && (await lockJoinRules(trx, organizationId));
  if (!invite || !rules) throw notFound('invite link');
  const before = await findMember(trx, organizationId, actor.user.id);
  assertMayJoin(acceptance, rules, before);
  const roleByLink = invite.content_id === null ? invite.role : LEVEL.guest;
  const joining = { userId: actor.user.id, role: roleByLink, sso: false };
  const isNew = (await insertMembers(trx, organizationId, [joining])).has(actor.user.id);
  const raised = !isNew && (await raiseRole(trx, acceptance, roleByLink));
  const member = await findMember(trx, organizationId, actor.user.id);
  if (!member) throw notFound('member');
  await grantContent(trx, member, invite);
  if (isNew || raised || invite.content_id !== null)
    await auditAcceptance(trx, acceptance, { invite, before, member });
  return member;
}

function assertMayJoin(
  { actor, organizationId }: AcceptContext,
  rules: JoinRules,
  member: MemberRow | undefined,
): void {
  if (!rules.inviteLinks) throw conflict('Invite links are turned off for this organization.');
  if (member?.disabled) throw forbidden('Your account is disabled in this organization.');
  if (actor.credential.kind === 'console token') throw forbidden('An API token can’t join organizations.');
  const reasonNotOpen = actor.notOpen.get(organizationId);
  if (reasonNotOpen !== undefined) throw forbidden(reasonNotOpen);
  // A session that does not cover the membership cannot extend it either.
  const hasMembership = actor.membership(organizationId) !== undefined;
  if (!hasMembership && (rules.sso || member?.sso)) throw forbidden(SSO_REQUIRED);
  if (actor.ssoOrganizationId !== null && actor.ssoOrganizationId !== organizationId) {
    throw forbidden(
      'Your session is limited to another organization. Sign in without single sign-on to join this one.',
    );
  }
}

async function raiseRole(
  trx: Transaction<Database>,
  { organizationId, actor }: AcceptContext,
  role: number,
): Promise<boolean> {
  const member = await lockMember(trx, organizationId, actor.user.id);
  if (!member || member.role >= role) return false;
  await updateMember(trx, organizationId, actor.user.id, { role });
  return true;
}

async function grantContent(trx: Transaction<Database>, member: MemberRow, invite: InviteRow): Promise<void> {
  if (invite.content_id === null) return;
  const kind = invite.content_kind === 'space' ? 'space' : 'collection';
  const target = { kind, id: invite.content_id, organizationId: member.organization_id } as const;
  await retainAccess(trx, await getContentViewer(trx, member), target, invite.role);
}

function auditAcceptance(
  trx: Transaction<Database>,
  { organizationId, actor }: AcceptContext,
  { invite, before, member }: { invite: InviteRow; before: MemberRow | undefined; member: MemberRow },
): Promise<void> {
  const content = invite.content_id !== null && { [invite.content_kind ?? 'content']: invite.content_id };
  return recordAudit(trx, {
    organizationId,
    actor,
    action: 'acceptInvite',
    targetKind: 'member',
    targetId: member.id,
    summary: `${before ? `${member.display_name} used` : `${member.display_name} joined with`} an invite link.`,
    before: before && { role: roleOf(before.role) },
    after: {
      role: roleOf(member.role),
      invite: invite.id,
      ...(content && { ...content, level: roleOf(invite.role) }),
    },
  });
}
