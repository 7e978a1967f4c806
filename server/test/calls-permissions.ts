import type { Arrange, Scene } from './call-parts.ts';
import { makeCollection, makeGrant, makeMember, makeSpace, makeTeam } from './factories.ts';

/** Calls of the operations on access, which spaces and collections have alike. */

type Kind = 'space' | 'collection';

async function content(scene: Scene, kind: Kind): Promise<Record<string, string>> {
  const fields = { organizationId: scene.organization.id, defaultLevel: 'inherit' } as const;
  const { id } = await (kind === 'space' ? makeSpace(fields) : makeCollection(fields));
  return { [`${kind}Id`]: id };
}

const onContent =
  (kind: Kind): Arrange =>
  async (scene) => ({ params: await content(scene, kind) });

const granting =
  (kind: Kind): Arrange =>
  async (scene) => ({
    params: await content(scene, kind),
    body: { users: [{ user: scene.reader.id, role: 'comment' }] },
  });

const onUser =
  (kind: Kind, body?: object): Arrange =>
  async (scene) => {
    const params = await content(scene, kind);
    const { id: userId } = await makeMember({ organizationId: scene.organization.id });
    await makeGrant({ ...params, organizationId: scene.organization.id, userId, level: 'comment' });
    return { params: { ...params, userId }, ...(body && { body }) };
  };

const onTeam =
  (kind: Kind, body?: object): Arrange =>
  async (scene) => {
    const params = await content(scene, kind);
    const organizationId = scene.organization.id;
    const { id: teamId } = await makeTeam({ organizationId });
    await makeGrant({ ...params, organizationId, teamId, level: 'comment' });
    return { params: { ...params, teamId }, ...(body && { body }) };
  };

const change = { role: 'read' };

/** How to call each operation on access. */
export const PERMISSION_CALLS = {
  listSpacePermissions: onContent('space'),
  grantSpacePermissions: granting('space'),
  listSpaceUserPermissions: onContent('space'),
  getSpaceUserPermission: onUser('space'),
  updateSpaceUserPermission: onUser('space', change),
  removeSpaceUserPermission: onUser('space'),
  listSpaceTeamPermissions: onContent('space'),
  getSpaceTeamPermission: onTeam('space'),
  updateSpaceTeamPermission: onTeam('space', change),
  removeSpaceTeamPermission: onTeam('space'),
  listCollectionPermissions: onContent('collection'),
  grantCollectionPermissions: granting('collection'),
  listCollectionUserPermissions: onContent('collection'),
  getCollectionUserPermission: onUser('collection'),
  updateCollectionUserPermission: onUser('collection', change),
  removeCollectionUserPermission: onUser('collection'),
  listCollectionTeamPermissions: onContent('collection'),
  getCollectionTeamPermission: onTeam('collection'),
  updateCollectionTeamPermission: onTeam('collection', change),
  removeCollectionTeamPermission: onTeam('collection'),
};
