import { LEVEL } from '#server/access/roles.ts';
import { conflict, forbidden } from '#server/errors.ts';

/** Whether someone with this level on a space may start change requests and change them, their content included. */
export function canEditChangeRequests(level: number): boolean {
  return level >= LEVEL.edit;
}

/** Whether someone with this level on a space may review its change requests and merge them. */
export function canReview(level: number): boolean {
  return level >= LEVEL.review;
}

/** Throws 403 unless the level allows to change a change request. */
export function requireEditPermission(level: number): void {
  if (!canEditChangeRequests(level)) throw forbidden('You need the permission "edit" on this space.');
}

/** Throws 409 where a change request is over: merged for good, or archived until it is opened again. */
export function requireNotClosed({ status }: { status: string }): void {
  if (status === 'merged') throw conflict('The change request is already merged.');
  if (status === 'archived') throw conflict('The change request is archived. Reopen it first.');
}
