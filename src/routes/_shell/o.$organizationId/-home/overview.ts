import {
  countOrganizationChangeRequestsOptions,
  listMembersOptions,
  listSitesOptions,
  listTeamsOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization } from '#api/generated/types.gen.ts';
import { isMoreThanGuest } from '#src/components/permission/is-more-than-guest.ts';

/** How many of the newest things the home screen names. */
const newestLimit = 5;

/** What the home screen asks for. Guests may list neither people nor sites, so nothing is asked for them. */
export function overviewOf(organization: Organization) {
  const path = { organizationId: organization.id };
  return {
    members: {
      ...listMembersOptions({ path, query: { limit: newestLimit, sort: 'joinedAt' } }),
      enabled: isMoreThanGuest(organization),
    },
    teams: {
      ...listTeamsOptions({ path, query: { limit: 1 } }),
      enabled: organization.permissions.listTeams,
    },
    sites: {
      ...listSitesOptions({ path, query: { limit: newestLimit } }),
      enabled: isMoreThanGuest(organization),
    },
  };
}

/** How many change requests are in which state, as the caller sees them. */
export const changeRequestCounts = (organizationId: string) =>
  countOrganizationChangeRequestsOptions({ path: { organizationId } });
