import type { FastifyRequest } from 'fastify';
import { type Membership, membershipOr404 } from '#server/access/actor.ts';
import { levelOf } from '#server/access/roles.ts';
import { badValue, conflict, forbidden, notFound } from '#server/base/errors.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { readPage, toEnvelope } from '#server/lists/lists.ts';
import { getMemberCounts } from '../members/member-counts.queries.ts';
import { loadMember } from '../members/members.queries.ts';
import { toMemberView } from '../members/members.rules.ts';
import { createAccountLink } from './account-links.ts';
import {
  addInvite,
  changeInvite,
  countInvites,
  findInvite,
  type InviteRow,
  requireContentInOrganization,
  revokeInvite,
  selectInvites,
} from './invites.queries.ts';
import { canManageInvites, parseInvite, parseInvitees, toInviteView } from './invites.rules.ts';
import { inviteByEmail, acceptInvite } from './joining.queries.ts';
import { resendInvitations } from './resending.queries.ts';

/** Invite links of an organization. */
export const inviteHandlers = {
  async listLinkInvites(request) {
    const { params, db, service } = request;
    const { organizationId } = requireInviteManager(request, params.organizationId);
    const page = await readPage(request, {
      scope: { operation: 'listLinkInvites', organizationId, filters: [] },
      query: selectInvites(db, organizationId),
      order: [
        { column: 'link_invites.created_at', direction: 'desc' },
        { column: 'link_invites.id', direction: 'desc' },
      ],
      count: () => countInvites(db, organizationId),
    });
    return toEnvelope(page, (row) => toInviteView(row, service));
  },

  async createLinkInvite(request) {
    const { params, body, actor, db, service } = request;
    const { organizationId } = requireInviteManager(request, params.organizationId);
    const invite = parseInvite(body);
    await requireContentInOrganization(db, actor, organizationId, invite.content);
    const row = await inTransaction(db, async (trx) => {
      const id = await addInvite(trx, actor, { ...invite, organizationId, createdBy: actor.user.id });
      return findInvite(trx, organizationId, id);
    });
    if (!row) throw notFound('invite link');
    return toInviteView(row, service);
  },

  async getLinkInvite(request) {
    return toInviteView(await loadInvite(request, request.params), request.service);
  },

  async updateLinkInvite(request) {
    const { params, body, actor, db, service } = request;
    const row = await loadInvite(request, params);
    const { level, role: named = level } = body;
    if (level !== undefined && level !== named) throw badValue('body.level', 'contradicts role');
    const role = named === undefined ? row.role : levelOf(named);
    await inTransaction(db, (trx) =>
      changeInvite(trx, { ...params, actor }, { before: row.role, after: role }),
    );
    return toInviteView(await loadInvite(request, params), service);
  },

  async deleteLinkInvite(request) {
    const { params, actor, db } = request;
    const row = await loadInvite(request, params);
    await inTransaction(db, (trx) => revokeInvite(trx, { ...params, actor }, row.role));
  },
} satisfies Handlers<
  'listLinkInvites' | 'createLinkInvite' | 'getLinkInvite' | 'updateLinkInvite' | 'deleteLinkInvite'
>;

/** The caller's membership: 404 for non-members, 403 where they may not manage invite links. */
function requireInviteManager({ actor }: Pick<FastifyRequest, 'actor'>, organizationId: string): Membership {
  const viewer = membershipOr404(actor, organizationId);
  if (!canManageInvites(viewer))
    throw forbidden('You need the role "admin" in this organization to manage invite links.');
  return viewer;
}

async function loadInvite(
  request: Pick<FastifyRequest, 'actor' | 'db'>,
  { organizationId, inviteId }: { organizationId: string; inviteId: string },
): Promise<InviteRow> {
  requireInviteManager(request, organizationId);
  const row = await findInvite(request.db, organizationId, inviteId);
  if (!row) throw notFound('invite link');
  return row;
}

/** Inviting members and accepting invites. */
export const joiningHandlers = {
  async inviteMembers({ actor, actors, body, clock, db, mailer, params, service }) {
    const viewer = membershipOr404(actor, params.organizationId);
    if (!canManageInvites(viewer))
      throw forbidden('You need the role "admin" in this organization to invite people.');
    const invitees = parseInvitees(body);
    const invitation = {
      ...params,
      actor,
      invitees,
      sso: body.sso ?? false,
      mailer,
      linksTo: body.accountLinks === true ? service : undefined,
      now: clock.now(),
    };
    const result = await inTransaction(db, (trx) => inviteByEmail(trx, invitation));
    // Some may have sessions already, through another organization.
    if (result.invited > 0) actors.invalidateAll();
    return result;
  },

  async resendInvitations({ actor, body, clock, db, mailer, params }) {
    const viewer = membershipOr404(actor, params.organizationId);
    if (!canManageInvites(viewer))
      throw forbidden('You need the role "admin" in this organization to invite people.');
    if (mailer.delivery === 'none') throw conflict('No mail is set up on this server.');
    const repetition = { ...params, actor, userIds: body.users, mailer, now: clock.now() };
    return inTransaction(db, (trx) => resendInvitations(trx, repetition));
  },

  async acceptInvite({ actor, actors, db, params }) {
    const { organizationId, inviteId: key } = params;
    const member = await inTransaction(db, (trx) =>
      acceptInvite(trx, { organizationId, idOrSecret: key, actor }),
    );
    actors.invalidateUser(actor.user.id);
    return toMemberView(member, (await getMemberCounts(db, organizationId, [member]))(member));
  },

  async createAccountLink(request) {
    const { actor, clock, db, params, service } = request;
    const { viewer } = await loadMember(request);
    if (!canManageInvites(viewer))
      throw forbidden('You need the role "admin" in this organization to create account links.');
    return inTransaction(db, (trx) =>
      createAccountLink(trx, { ...params, actor, service, now: clock.now() }),
    );
  },
} satisfies Handlers<'inviteMembers' | 'resendInvitations' | 'acceptInvite' | 'createAccountLink'>;
