import { LEVEL } from '#server/access/roles.ts';
import { conflict, forbidden } from '#server/errors.ts';

/** Also their content. */
export function canEditChangeRequests(level: number): boolean {
  return level >= LEVEL.edit;
}

/** Also merging. */
export function canReview(level: number): boolean {
  return level >= LEVEL.review;
}

/** Throws 403. */
export function requireEditPermission(level: number): void {
  if (!canEditChangeRequests(level)) throw forbidden('You need the permission "edit" on this space.');
}

/** Throws 409 where merged or archived. */
export function requireNotClosed({ status }: { status: string }): void {
  if (status === 'merged') throw conflict('The change request is already merged.');
  if (status === 'archived') throw conflict('The change request is archived. Reopen it first.');
}
