import {
  callWith,
  inOrganization,
  organizationCall,
  teamParams,
} from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { emojis } from '#server/test/contract/texts.ts';
import { createTeam } from '#server/test/factories.ts';

export const teamCases = contractCases({
  calls: {
    listTeams: organizationCall,
    createTeam: () => ({ params: {}, body: { title: 'Illustrators' } }),
    getTeam: callWith(teamParams),
    updateTeam: callWith(teamParams, { title: 'Illustrators' }),
    deleteTeam: callWith(teamParams),
  },
  // oxfmt-ignore
  permissions: {
    //          none bad  outs disa gues read comm edit revi crea owne admi
    listTeams:  [401, 401, 404, 403, 403, 200, 200, 200, 200, 200, 200, 200],
    createTeam: [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 201],
    getTeam:    [401, 401, 404, 403, 403, 200, 200, 200, 200, 200, 200, 200],
    updateTeam: [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    deleteTeam: [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 204],
  },
  lists: {
    listTeams: {
      addItem: (fixture) => createTeam(inOrganization(fixture)),
      deleteItem: ({ base }, _, id) => `${base}/teams/${id}`,
    },
  },
  limits: {
    createTeam: { title: [1, 64, emojis] },
    updateTeam: { title: [1, 64, emojis] },
  },
  references: [['createTeam', 'userId', (id) => ({ title: 'Illustrators', members: [id] })]],
  ids: {
    teamId: { otherKind: 'userId', url: ({ teamId }, base) => `${base}/teams/${teamId}` },
  },
  createIds: (fixture) => teamParams(fixture),
});
