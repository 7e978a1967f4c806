import { contentRoleOf } from '#server/access/roles.ts';
import type { Collection } from '#api/generated/types.gen.ts';
import { apiUrl, appUrl, type ServiceSettings } from '#server/service-settings.ts';
import type { CollectionRow } from '#server/content-tree/arranging.ts';
import { collectionPermissions } from './collections.policy.ts';

/** A collection as the caller, who has `level` on it, gets to see it. */
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
