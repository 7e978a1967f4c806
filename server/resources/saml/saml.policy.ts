import { isAdministrator, type Membership } from '#server/access/actor.ts';

/** Whether a member may see and change the identity providers of the organization. */
export function canManageSaml(membership: Membership): boolean {
  return isAdministrator(membership);
}
