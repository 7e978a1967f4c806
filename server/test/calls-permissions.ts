import type { CallFactory, ApiFixture } from './call-parts.ts';
import { makeCollection, makeGrant, makeMember, makeSpace, makeTeam } from './factories.ts';

/** Calls of the operations on access, which spaces and collections have alike. */

type Kind = 'space' | 'collection';

async function contentParams(fixture: ApiFixture, kind: Kind): Promise<Record<string, string>> {
  const fields = { organizationId: fixture.organization.id, defaultLevel: 'inherit' } as const;
  const { id } = await (kind === 'space' ? makeSpace(fields) : makeCollection(fields));
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
    const { id: userId } = await makeMember({ organizationId: fixture.organization.id });
    await makeGrant({ ...params, organizationId: fixture.organization.id, userId, level: 'comment' });
    return { params: { ...params, userId }, ...(body && { body }) };
  };

const teamCall =
  (kind: Kind, body?: object): CallFactory =>
  async (fixture) => {
    const params = await contentParams(fixture, kind);
    const organizationId = fixture.organization.id;
    const { id: teamId } = await makeTeam({ organizationId });
    await makeGrant({ ...params, organizationId, teamId, level: 'comment' });
    return { params: { ...params, teamId }, ...(body && { body }) };
  };

const change = { role: 'read' };

/** How to call each operation on access. */
export const PERMISSION_CALLS = {
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
};
