/**
 * Why a control cannot be used, for its `disabledReason`: controls that the server would refuse stay visible and say
 * who may use them.
 *
 * @example disabledReason={unless(organization.permissions.admin, needs.administrator)}
 */
export function reasonUnless(allowed: boolean | undefined, reason: string): string | undefined {
  return allowed ? undefined : reason;
}

/** The sentences for what is asked of the caller, so that the same thing is said everywhere. */
export const permissionReasons = {
  administrator: 'Only organization administrators can do this.',
  teamOwner: 'Only team owners and administrators can do this.',
  creator: 'Requires the Creator role or higher.',
  accessManager: 'Requires the Creator role or higher on this space.',
  editor: 'Requires the Editor role or higher.',
  reviewer: 'Requires the Reviewer role or higher.',
  commenter: 'Requires the Commenter role or higher.',
};
