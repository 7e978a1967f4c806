import type { Membership } from '#server/access/actor.ts';
import { LEVEL } from '#server/access/roles.ts';
import type { ApiSpecPermissions } from '#api/generated/types.gen.ts';

/** Guests may not. */
export function canViewSpecs(membership: Membership): boolean {
  return membership.role >= LEVEL.read;
}

export function canEditSpecs(membership: Membership): boolean {
  return membership.role >= LEVEL.create;
}

export function specPermissions(membership: Membership): ApiSpecPermissions {
  return { view: canViewSpecs(membership), edit: canEditSpecs(membership) };
}
