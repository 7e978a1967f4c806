import { newId } from '#server/base/ids.ts';
import {
  type ApiFixture,
  type Call,
  callWith,
  createdId,
  memberParams,
  organizationCall,
} from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { createMember } from '#server/test/factories.ts';
import { as } from '#server/test/test-app.ts';

/** A link invite. */
async function inviteParams({ admin, base }: ApiFixture): Promise<{ inviteId: string }> {
  return { inviteId: await createdId(as(admin).post(`${base}/link-invites`, { role: 'read' })) };
}

/**
 * The secret of a new link invite in a separate organization, so that accepting it adds no member to the fixture.
 */
async function inviteSecretParams(): Promise<{ organizationId: string; inviteId: string }> {
  const admin = await createMember({ role: 'admin' });
  const { organizationId } = admin;
  const { body } = await as(admin).post(`/v1/orgs/${organizationId}/link-invites`, { role: 'read' });
  return { organizationId, inviteId: String(body.urls.app).split('/').at(-1) ?? '' };
}

/** An invited member who was never there. */
async function invitedCall({ admin, base }: ApiFixture): Promise<Call> {
  const emails = [`${newId().toLowerCase()}@press.example`];
  const { body } = await as(admin).post(`${base}/invites`, { emails });
  return { params: {}, body: { users: body.users } };
}

export const inviteCases = contractCases({
  calls: {
    listLinkInvites: organizationCall,
    createLinkInvite: () => ({ params: {}, body: { role: 'read' } }),
    getLinkInvite: callWith(inviteParams),
    updateLinkInvite: callWith(inviteParams, { role: 'edit' }),
    deleteLinkInvite: callWith(inviteParams),
    inviteMembers: () => ({ params: {}, body: { emails: [`${newId().toLowerCase()}@press.example`] } }),
    createAccountLink: callWith(memberParams),
    resendInvitations: invitedCall,
    acceptInvite: async () => ({ params: await inviteSecretParams() }),
  },
  // oxfmt-ignore
  permissions: {
    //                none bad  outs disa gues read comm edit revi crea owne admi
    listLinkInvites:  [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    createLinkInvite: [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 201],
    getLinkInvite:    [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    updateLinkInvite: [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    deleteLinkInvite: [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 205],
    inviteMembers:    [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    createAccountLink: [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 201],
    resendInvitations: [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    acceptInvite:     [401, 401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
  },
  lists: {
    listLinkInvites: { addItem: inviteParams, deleteItem: ({ base }, _, id) => `${base}/link-invites/${id}` },
  },
  references: [
    ['createLinkInvite', 'spaceId', (id) => ({ level: 'read', space: id })],
    ['createLinkInvite', 'collectionId', (id) => ({ level: 'read', collection: id })],
  ],
  exceptions: {
    acceptInvite: { auditCaller: () => createMember() },
  },
  ids: {
    inviteId: { otherKind: 'teamId', url: ({ inviteId }, base) => `${base}/link-invites/${inviteId}` },
  },
  createIds: inviteParams,
});
