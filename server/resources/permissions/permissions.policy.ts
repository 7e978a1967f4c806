import { LEVEL } from '#server/access/roles.ts';

/** Whether someone with this level on content may see and change who else can access it. */
export function canManageAccess(level: number): boolean {
  return level >= LEVEL.create;
}

/** Whether someone with this level on content may give out, change or take back a level: never one above their own. */
export function canGrant(level: number, granted: number): boolean {
  return canManageAccess(level) && granted <= level;
}
