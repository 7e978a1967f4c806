import { LEVEL } from '#server/access/roles.ts';
import { forbidden } from '#server/errors.ts';

/** Throws 403. */
export function requireImportPermission(level: number): void {
  if (level < LEVEL.edit) throw forbidden('You need the permission "edit" on this space to import into it.');
}

/** Throws 403 where a space can only be changed through change requests. */
export function requireUnlocked(space: { edit_mode: string }): void {
  if (space.edit_mode !== 'live')
    throw forbidden('This space is locked. Import into a change request, or unlock it first.');
}
