import type { Handlers } from '#server/contract/contract.ts';
import {
  getTeamPermission,
  getUserPermission,
  grantPermissions,
  listEffectivePermissions,
  listTeamPermissions,
  listUserPermissions,
  removeTeamPermission,
  removeUserPermission,
  updateTeamPermission,
  updateUserPermission,
} from './permission-operations.ts';
import { loadSharedCollection, loadSharedSpace } from './shared-content.ts';

export const spacePermissionHandlers = {
  listSpacePermissions: async (request) => listEffectivePermissions(request, await loadSharedSpace(request)),
  grantSpacePermissions: async (request) => grantPermissions(request, await loadSharedSpace(request)),
  listSpaceUserPermissions: async (request) => listUserPermissions(request, await loadSharedSpace(request)),
  getSpaceUserPermission: async (request) => getUserPermission(request, await loadSharedSpace(request)),
  updateSpaceUserPermission: async (request) => updateUserPermission(request, await loadSharedSpace(request)),
  removeSpaceUserPermission: async (request) => removeUserPermission(request, await loadSharedSpace(request)),
  listSpaceTeamPermissions: async (request) => listTeamPermissions(request, await loadSharedSpace(request)),
  getSpaceTeamPermission: async (request) => getTeamPermission(request, await loadSharedSpace(request)),
  updateSpaceTeamPermission: async (request) => updateTeamPermission(request, await loadSharedSpace(request)),
  removeSpaceTeamPermission: async (request) => removeTeamPermission(request, await loadSharedSpace(request)),
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

export const collectionPermissionHandlers = {
  listCollectionPermissions: async (request) =>
    listEffectivePermissions(request, await loadSharedCollection(request)),
  grantCollectionPermissions: async (request) =>
    grantPermissions(request, await loadSharedCollection(request)),
  listCollectionUserPermissions: async (request) =>
    listUserPermissions(request, await loadSharedCollection(request)),
  getCollectionUserPermission: async (request) =>
    getUserPermission(request, await loadSharedCollection(request)),
  updateCollectionUserPermission: async (request) =>
    updateUserPermission(request, await loadSharedCollection(request)),
  removeCollectionUserPermission: async (request) =>
    removeUserPermission(request, await loadSharedCollection(request)),
  listCollectionTeamPermissions: async (request) =>
    listTeamPermissions(request, await loadSharedCollection(request)),
  getCollectionTeamPermission: async (request) =>
    getTeamPermission(request, await loadSharedCollection(request)),
  updateCollectionTeamPermission: async (request) =>
    updateTeamPermission(request, await loadSharedCollection(request)),
  removeCollectionTeamPermission: async (request) =>
    removeTeamPermission(request, await loadSharedCollection(request)),
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
