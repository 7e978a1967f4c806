import { isAdministrator, type Membership } from '#server/access/actor.ts';
import { LEVEL } from '#server/access/roles.ts';

/** Whether a member may see who else is in the organization: everybody but guests. */
export function canListMembers(membership: Membership): boolean {
  return membership.role >= LEVEL.read;
}

/** Whether a member may look at one member: whoever may list them, and everybody at themselves. */
export function canSeeMember(membership: Membership, userId: string): boolean {
  return canListMembers(membership) || membership.userId === userId;
}

/** Whether a member may change the roles and the sign-in of members. */
export function canChangeMembers(membership: Membership): boolean {
  return isAdministrator(membership);
}

/** Whether a member may take someone out of the organization: administrators anybody, everybody themselves. */
export function canRemoveMember(membership: Membership, userId: string): boolean {
  return isAdministrator(membership) || membership.userId === userId;
}
