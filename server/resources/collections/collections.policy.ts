import { LEVEL } from '#server/access/roles.ts';
import type { CollectionPermissions } from '#api/generated/types.gen.ts';

/** Whether someone with this level may change, move, transfer and delete the collection. */
export function canAdministrateCollection(level: number): boolean {
  return level >= LEVEL.create;
}

/** What someone with this level may do. */
export function collectionPermissions(level: number): CollectionPermissions {
  const isCreator = level >= LEVEL.create;
  return { view: level >= LEVEL.read, admin: isCreator, viewInviteLinks: isCreator, create: isCreator };
}
