import {
  type ApiFixture,
  type Call,
  callWith,
  memberParams,
  teamParams,
} from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { as } from '#server/test/test-app.ts';

const urlOf = ({ base }: ApiFixture, { params }: Call, userId: string) =>
  `${base}/teams/${params.teamId}/members/${userId}`;

export const teamMemberCases = contractCases({
  calls: {
    listTeamMembers: callWith(teamParams),
    updateTeamMembers: callWith(teamParams, { add: [] }),
    setTeamMember: callWith(
      async (fixture) => ({ ...(await teamParams(fixture)), ...(await memberParams(fixture)) }),
      {
        role: 'member',
      },
    ),
    removeTeamMember: callWith(async (fixture) => {
      const { userId } = await memberParams(fixture);
      return { userId, ...(await teamParams(fixture, userId)) };
    }),
  },
  // oxfmt-ignore
  permissions: {
    //                 none bad  outs disa gues read comm edit revi crea owne admi
    listTeamMembers:   [401, 401, 404, 403, 403, 200, 200, 200, 200, 200, 200, 200],
    updateTeamMembers: [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 204, 204],
    setTeamMember:     [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 204, 204],
    removeTeamMember:  [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 204, 204],
  },
  lists: {
    listTeamMembers: {
      addItem: async (fixture, call) => {
        const { userId } = await memberParams(fixture);
        await as(fixture.admin).put(urlOf(fixture, call, userId), {});
      },
      deleteItem: urlOf,
    },
  },
  references: [
    ['updateTeamMembers', 'userId', (id) => ({ add: [id] })],
    ['updateTeamMembers', 'userId', (id) => ({ remove: [id] })],
    ['updateTeamMembers', 'userId', (id) => ({ memberships: { [id]: { role: 'owner' } } })],
  ],
  ids: {},
});
