import type { Handlers } from '#server/contract.ts';
import {
  getTeam,
  getUser,
  grant,
  listEffective,
  listTeams,
  listUsers,
  removeTeam,
  removeUser,
  updateTeam,
  updateUser,
} from './permission-operations.ts';
import { sharedCollection, sharedSpace } from './shared-content.ts';

/** Who can access a space. */
export const spacePermissionHandlers = {
  listSpacePermissions: async (request) => listEffective(request, await sharedSpace(request)),
  grantSpacePermissions: async (request) => grant(request, await sharedSpace(request)),
  listSpaceUserPermissions: async (request) => listUsers(request, await sharedSpace(request)),
  getSpaceUserPermission: async (request) => getUser(request, await sharedSpace(request)),
  updateSpaceUserPermission: async (request) => updateUser(request, await sharedSpace(request)),
  removeSpaceUserPermission: async (request) => removeUser(request, await sharedSpace(request)),
  listSpaceTeamPermissions: async (request) => listTeams(request, await sharedSpace(request)),
  getSpaceTeamPermission: async (request) => getTeam(request, await sharedSpace(request)),
  updateSpaceTeamPermission: async (request) => updateTeam(request, await sharedSpace(request)),
  removeSpaceTeamPermission: async (request) => removeTeam(request, await sharedSpace(request)),
} satisfies Handlers<
  | 'listSpacePermissions'
  | 'grantSpacePermissions'
  | 'listSpaceUserPermissions'
  | 'getSpaceUserPermission'
  | 'updateSpaceUserPermission'
  | 'removeSpaceUserPermission'
  | 'listSpaceTeamPermissions'
  | 'getSpaceTeamPermission'
  | 'updateSpaceTeamPermission'
  | 'removeSpaceTeamPermission'
>;

/** Who can access a collection. */
export const collectionPermissionHandlers = {
  listCollectionPermissions: async (request) => listEffective(request, await sharedCollection(request)),
  grantCollectionPermissions: async (request) => grant(request, await sharedCollection(request)),
  listCollectionUserPermissions: async (request) => listUsers(request, await sharedCollection(request)),
  getCollectionUserPermission: async (request) => getUser(request, await sharedCollection(request)),
  updateCollectionUserPermission: async (request) => updateUser(request, await sharedCollection(request)),
  removeCollectionUserPermission: async (request) => removeUser(request, await sharedCollection(request)),
  listCollectionTeamPermissions: async (request) => listTeams(request, await sharedCollection(request)),
  getCollectionTeamPermission: async (request) => getTeam(request, await sharedCollection(request)),
  updateCollectionTeamPermission: async (request) => updateTeam(request, await sharedCollection(request)),
  removeCollectionTeamPermission: async (request) => removeTeam(request, await sharedCollection(request)),
} satisfies Handlers<
  | 'listCollectionPermissions'
  | 'grantCollectionPermissions'
  | 'listCollectionUserPermissions'
  | 'getCollectionUserPermission'
  | 'updateCollectionUserPermission'
  | 'removeCollectionUserPermission'
  | 'listCollectionTeamPermissions'
  | 'getCollectionTeamPermission'
  | 'updateCollectionTeamPermission'
  | 'removeCollectionTeamPermission'
>;
