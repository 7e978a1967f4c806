import { LEVEL } from '#server/access/roles.ts';
import type { SpacePermissions } from '#api/generated/types.gen.ts';

/** Whether someone with this level sees the space at all. */
export function canSeeSpace(level: number): boolean {
  return level >= LEVEL.read;
}

/** Whether someone with this level may change, move, transfer and delete the space. */
export function canAdministrateSpace(level: number): boolean {
  return level >= LEVEL.create;
}

/** What someone with this level may do. A locked space can still be edited through change requests. */
export function spacePermissions(level: number): SpacePermissions {
  return {
    view: level >= LEVEL.read,
    access: level >= LEVEL.read,
    admin: level >= LEVEL.create,
    viewInviteLinks: level >= LEVEL.create,
    edit: level >= LEVEL.edit,
    triggerGitSync: level >= LEVEL.create,
    comment: level >= LEVEL.comment,
    merge: level >= LEVEL.review,
    review: level >= LEVEL.review,
  };
}
