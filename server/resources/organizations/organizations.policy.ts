import { isAdministrator, type Membership } from '#server/access/actor.ts';
import { LEVEL } from '#server/access/roles.ts';
import type { OrganizationPermissions } from '#api/generated/types.gen.ts';

/** Whether a member may change the settings of the organization. */
export function canUpdateOrganization(membership: Membership): boolean {
  return isAdministrator(membership);
}

/** Whether a member may see what the organization pays. */
export function canViewBilling(membership: Membership): boolean {
  return isAdministrator(membership);
}

/** What a member may do with the organization. */
export function organizationPermissions(membership: Membership): OrganizationPermissions {
  const isAdmin = isAdministrator(membership);
  const isKnown = membership.role >= LEVEL.read;
  const isCreator = membership.role >= LEVEL.create;
  return {
    view: true,
    admin: isAdmin,
    ownTeam: membership.ownedTeamIds.length > 0,
    createContent: isCreator,
    createOpenAPISpec: isCreator,
    viewBilling: isAdmin,
    listMembers: isKnown,
    listTeams: isKnown,
    listIntegrations: isAdmin,
  };
}
