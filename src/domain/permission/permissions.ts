import type { Organization } from '#api/generated/types.gen.ts';

/** Guests see no members, sites or API specifications. */
export const isMoreThanGuest = ({ permissions }: Organization): boolean => permissions.listMembers;

/** The `disabledReason` of a control the server would deny: it stays visible and says who can use it. */
export function reasonUnless(allowed: boolean | undefined, reason: string): string | undefined {
  return allowed ? undefined : reason;
}

/** Why something is not permitted, the same everywhere. */
export const permissionReasons = {
  administrator: 'Only organization administrators can do this.',
  teamOwner: 'Only team owners and administrators can do this.',
  creator: 'Requires the Creator role or higher.',
  accessManager: 'Requires the Creator role or higher on this space.',
  editor: 'Requires the Editor role or higher.',
  reviewer: 'Requires the Reviewer role or higher.',
  commenter: 'Requires the Commenter role or higher.',
};
