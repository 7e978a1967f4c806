import type { Handlers } from '#server/contract.ts';
import { membershipOr404 } from '#server/access/actor.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { forbidden } from '#server/errors.ts';
import { countForMembers } from '../members/member-figures.queries.ts';
import { toMemberView } from '../members/members.view.ts';
import { joinByLink } from './accept-invite.ts';
import { inviteByEmail } from './invite-members.ts';
import { canManageInvites } from './invites.policy.ts';
import { readInvitees } from './read-invitees.ts';

/** How people get into an organization. */
export const joiningHandlers = {
  async inviteMembers({ actor, actors, body, db, params }) {
    const viewer = membershipOr404(actor, params.organizationId);
    if (!canManageInvites(viewer)) throw forbidden('You need the role "admin" to invite people.');
    const invitees = readInvitees(body);
    const result = await inTransaction(db, (trx) =>
      inviteByEmail(trx, { ...params, actor, invitees, sso: body.sso ?? false }),
    );
    // Some of them may be here already, through another organization.
    if (result.invited > 0) actors.forgetEveryone();
    return result;
  },

  async acceptInvite({ actor, actors, db, params }) {
    const { organizationId, inviteId: key } = params;
    const member = await inTransaction(db, (trx) => joinByLink(trx, { organizationId, key, actor }));
    actors.forgetUser(actor.user.id);
    return toMemberView(member, (await countForMembers(db, organizationId, [member]))(member));
  },
} satisfies Handlers<'inviteMembers' | 'acceptInvite'>;
