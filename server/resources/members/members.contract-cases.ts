import {
  callWith,
  inOrganization,
  memberParams,
  organizationCall,
} from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { createSpace, createTeam } from '#server/test/factories.ts';

export const memberCases = contractCases({
  calls: {
    listMembers: organizationCall,
    getMember: callWith(memberParams),
    updateMember: callWith(memberParams, { role: 'edit' }),
    removeMember: callWith(memberParams),
    setMemberSso: callWith(memberParams),
    pingOrganization: organizationCall,
    listMemberSpaces: callWith(memberParams),
    listMemberTeams: callWith(memberParams),
  },
  // oxfmt-ignore
  permissions: {
    //                none bad  outs disa gues read comm edit revi crea owne admi
    listMembers:      [401, 401, 404, 403, 403, 200, 200, 200, 200, 200, 200, 200],
    getMember:        [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    updateMember:     [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 200],
    removeMember:     [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 204],
    setMemberSso:     [401, 401, 404, 403, 404, 403, 403, 403, 403, 403, 403, 200],
    pingOrganization: [401, 401, 404, 403, 200, 200, 200, 200, 200, 200, 200, 200],
    listMemberSpaces: [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    listMemberTeams:  [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
  },
  lists: {
    listMembers: { addItem: memberParams, deleteItem: ({ base }, _, id) => `${base}/members/${id}` },
    listMemberSpaces: {
      addItem: (fixture) => createSpace(inOrganization(fixture)),
      deleteItem: (_fixture, _call, id) => `/v1/spaces/${id}`,
    },
    listMemberTeams: {
      addItem: (fixture, { params: { userId = '' } }) =>
        createTeam({ ...inOrganization(fixture), members: [userId] }),
      deleteItem: ({ base }, _, id) => `${base}/teams/${id}`,
    },
  },
  exceptions: {
    // A ping only updates when the member was last seen.
    pingOrganization: { isUnaudited: true },
  },
  ids: {
    userId: { otherKind: 'teamId', url: ({ userId }, base) => `${base}/members/${userId}` },
  },
  createIds: memberParams,
});
