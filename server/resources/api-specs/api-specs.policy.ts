import type { Membership } from '#server/access/actor.ts';
import { LEVEL } from '#server/access/roles.ts';
import type { ApiSpecPermissions } from '#api/generated/types.gen.ts';

/** Whether a member may see API specifications: everybody but guests. */
export function canViewSpecs(membership: Membership): boolean {
  return membership.role >= LEVEL.read;
}

/** Whether a member may add, replace and delete API specifications. */
export function canEditSpecs(membership: Membership): boolean {
  return membership.role >= LEVEL.create;
}

/** What a member may do with an API specification. */
export function specPermissions(membership: Membership): ApiSpecPermissions {
  return { view: canViewSpecs(membership), edit: canEditSpecs(membership) };
}
