import type { Collection, CollectionPermissions } from '#api/generated/types.gen.ts';
import { contentRoleOf, LEVEL } from '#server/access/roles.ts';
import { apiUrl, appUrl, type ServiceSettings } from '#server/base/service-settings.ts';
import type { CollectionRow } from '#server/content-tree/require-create-permission.ts';

/** Also moving, transferring and deleting. */
export function canManageCollection(level: number): boolean {
  return level >= LEVEL.create;
}

export function collectionPermissions(level: number): CollectionPermissions {
  const isCreator = level >= LEVEL.create;
  return { view: level >= LEVEL.read, admin: isCreator, viewInviteLinks: isCreator, create: isCreator };
}

/** `level`: the caller's level on the collection. */
export function toCollectionView(row: CollectionRow, level: number, service: ServiceSettings): Collection {
  return {
    object: 'collection',
    id: row.id,
    title: row.title,
    ...(row.description !== null && { description: row.description }),
    organization: row.organization_id,
    ...(row.parent_id !== null && { parent: row.parent_id }),
    defaultLevel: contentRoleOf(row.default_level),
    urls: {
      location: apiUrl(service, `/collections/${row.id}`),
      app: appUrl(service, `/o/${row.organization_id}/collections/${row.id}`),
    },
    permissions: collectionPermissions(level),
  };
}
