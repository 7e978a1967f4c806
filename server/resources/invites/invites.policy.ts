import { isAdministrator, type Membership } from '#server/access/actor.ts';

/** Whether a member may see and change invite links, which let people in. */
export function canManageInvites(membership: Membership): boolean {
  return isAdministrator(membership);
}
