/**
 * Why a control cannot be used, for its `disabledReason`: controls that the server would refuse stay visible and say
 * who may use them.
 *
 * @example disabledReason={unless(organization.permissions.admin, needs.administrator)}
 */
export function unless(allowed: boolean | undefined, reason: string): string | undefined {
  return allowed ? undefined : reason;
}

/** The sentences for what is asked of the caller, so that the same thing is said everywhere. */
export const needs = {
  administrator: 'Only administrators of the organization can do this.',
  teamOwner: 'Only owners of the team and administrators can do this.',
  creator: 'You need the role “Creator” or higher to do this.',
  accessManager: 'You need the role “Creator” or higher on this space to see who has access to it.',
  editor: 'You need the role “Editor” or higher to do this.',
  reviewer: 'You need the role “Reviewer” or higher to do this.',
  commenter: 'You need the role “Commenter” or higher to do this.',
};
