import { LEVEL } from '#server/access/roles.ts';
import { forbidden } from '#server/base/errors.ts';

/** Throws 403. */
export function requireImportPermission(level: number): void {
  if (level < LEVEL.edit) throw forbidden('You need the permission "edit" on this space to import into it.');
}

/** Throws 403 unless the member may import something somewhere: uploads take room. */
export function requireUploadPermission(level: number): void {
  if (level < LEVEL.edit)
    throw forbidden('You need the permission "edit" on a space or collection to upload for an import.');
}
