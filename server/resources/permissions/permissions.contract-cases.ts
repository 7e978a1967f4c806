import {
  type ApiFixture,
  type Call,
  type CallFactory,
  inOrganization,
} from '#server/test/contract/call-factories.ts';
import { contractCases, type ListFixture } from '#server/test/contract/contract-cases.ts';
import {
  createCollection,
  createGrant,
  createMember,
  createSpace,
  createTeam,
} from '#server/test/factories.ts';

type Kind = 'space' | 'collection';

async function contentParams(fixture: ApiFixture, kind: Kind): Promise<Record<string, string>> {
  const fields = { ...inOrganization(fixture), defaultLevel: 'inherit' } as const;
  const { id } = await (kind === 'space' ? createSpace(fields) : createCollection(fields));
  return { [`${kind}Id`]: id };
}

const permissionCall =
  (kind: Kind): CallFactory =>
  async (fixture) => ({ params: await contentParams(fixture, kind) });

const grantCall =
  (kind: Kind): CallFactory =>
  async (fixture) => ({
    params: await contentParams(fixture, kind),
    body: { users: [{ user: fixture.reader.id, role: 'comment' }] },
  });

const userCall =
  (kind: Kind, body?: object): CallFactory =>
  async (fixture) => {
    const params = await contentParams(fixture, kind);
    const { id: userId } = await createMember(inOrganization(fixture));
    await createGrant({ ...params, ...inOrganization(fixture), userId, level: 'comment' });
    return { params: { ...params, userId }, ...(body && { body }) };
  };

const teamCall =
  (kind: Kind, body?: object): CallFactory =>
  async (fixture) => {
    const params = await contentParams(fixture, kind);
    const { id: teamId } = await createTeam(inOrganization(fixture));
    await createGrant({ ...params, ...inOrganization(fixture), teamId, level: 'comment' });
    return { params: { ...params, teamId }, ...(body && { body }) };
  };

const change = { role: 'read' };

const contentIdOf = (kind: Kind, { params }: Call) => ({ [`${kind}Id`]: params[`${kind}Id`] });
const grantUrl = (kind: Kind, grantees: 'users' | 'teams', call: Call, id: string) =>
  `/v1/${kind}s/${call.params[`${kind}Id`]}/permissions/${grantees}/${id}`;

/** All members with access. */
const allMembers: ListFixture = {
  addItem: (fixture) => createMember(inOrganization(fixture)),
  deleteItem: ({ base }, _, id) => `${base}/members/${id}`,
};
const grantedUsers = (kind: Kind): ListFixture => ({
  addItem: async (fixture, call) => {
    const { id: userId } = await createMember(inOrganization(fixture));
    await createGrant({ ...inOrganization(fixture), ...contentIdOf(kind, call), userId, level: 'read' });
  },
  deleteItem: (_, call, id) => grantUrl(kind, 'users', call, id),
});
const grantedTeams = (kind: Kind): ListFixture => ({
  addItem: async (fixture, call) => {
    const { id: teamId } = await createTeam(inOrganization(fixture));
    await createGrant({ ...inOrganization(fixture), ...contentIdOf(kind, call), teamId, level: 'read' });
  },
  deleteItem: (_, call, id) => grantUrl(kind, 'teams', call, id),
});

const platformGrants = [
  ({ reader, commenter }: ApiFixture) => ({ users: [reader.id, commenter.email], role: 'edit' }),
  ({ team }: ApiFixture) => ({ teams: [team.id], role: 'read' }),
  ({ reader, team }: ApiFixture) => ({ users: [reader.id], teams: [team.id], role: 'comment' }),
];

export const permissionCases = contractCases({
  calls: {
    listSpacePermissions: permissionCall('space'),
    grantSpacePermissions: grantCall('space'),
    listSpaceUserPermissions: permissionCall('space'),
    getSpaceUserPermission: userCall('space'),
    updateSpaceUserPermission: userCall('space', change),
    removeSpaceUserPermission: userCall('space'),
    listSpaceTeamPermissions: permissionCall('space'),
    getSpaceTeamPermission: teamCall('space'),
    updateSpaceTeamPermission: teamCall('space', change),
    removeSpaceTeamPermission: teamCall('space'),
    listCollectionPermissions: permissionCall('collection'),
    grantCollectionPermissions: grantCall('collection'),
    listCollectionUserPermissions: permissionCall('collection'),
    getCollectionUserPermission: userCall('collection'),
    updateCollectionUserPermission: userCall('collection', change),
    removeCollectionUserPermission: userCall('collection'),
    listCollectionTeamPermissions: permissionCall('collection'),
    getCollectionTeamPermission: teamCall('collection'),
    updateCollectionTeamPermission: teamCall('collection', change),
    removeCollectionTeamPermission: teamCall('collection'),
  },
  otherBodies: {
    grantSpacePermissions: platformGrants,
    grantCollectionPermissions: platformGrants,
  },
  // oxfmt-ignore
  permissions: {
    //                              none bad  outs disa gues read comm edit revi crea owne admi
    listSpacePermissions:           [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    grantSpacePermissions:          [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    listSpaceUserPermissions:       [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    getSpaceUserPermission:         [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    updateSpaceUserPermission:      [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    removeSpaceUserPermission:      [401, 401, 404, 403, 404, 403, 403, 403, 403, 204, 403, 204],
    listSpaceTeamPermissions:       [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    getSpaceTeamPermission:         [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    updateSpaceTeamPermission:      [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    removeSpaceTeamPermission:      [401, 401, 404, 403, 404, 403, 403, 403, 403, 204, 403, 204],
    listCollectionPermissions:      [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    grantCollectionPermissions:     [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    listCollectionUserPermissions:  [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    getCollectionUserPermission:    [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    updateCollectionUserPermission: [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    removeCollectionUserPermission: [401, 401, 404, 403, 404, 403, 403, 403, 403, 204, 403, 204],
    listCollectionTeamPermissions:  [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    getCollectionTeamPermission:    [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    updateCollectionTeamPermission: [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    removeCollectionTeamPermission: [401, 401, 404, 403, 404, 403, 403, 403, 403, 204, 403, 204],
  },
  lists: {
    listSpacePermissions: allMembers,
    listSpaceUserPermissions: grantedUsers('space'),
    listSpaceTeamPermissions: grantedTeams('space'),
    listCollectionPermissions: allMembers,
    listCollectionUserPermissions: grantedUsers('collection'),
    listCollectionTeamPermissions: grantedTeams('collection'),
  },
  references: [
    ['grantSpacePermissions', 'userId', (id) => ({ users: [{ user: id, role: 'read' }] })],
    ['grantCollectionPermissions', 'teamId', (id) => ({ teams: [{ team: id, role: 'read' }] })],
    ['grantSpacePermissions', 'teamId', (id) => ({ teams: [id], role: 'read' })],
    ['grantCollectionPermissions', 'userId', (id) => ({ users: [id], role: 'read' })],
  ],
  ids: {},
});
