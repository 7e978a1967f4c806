import { LEVEL } from '#server/access/roles.ts';

export function canManageAccess(level: number): boolean {
  return level >= LEVEL.create;
}

/** Also for changing and revoking; never above one's own level. */
export function canGrant(level: number, granted: number): boolean {
  return canManageAccess(level) && granted <= level;
}
