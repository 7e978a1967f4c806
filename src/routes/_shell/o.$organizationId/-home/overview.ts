import {
  countOrganizationChangeRequestsOptions,
  listMembersOptions,
  listSitesOptions,
  listSpacesOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization } from '#api/generated/types.gen.ts';
import { isMoreThanGuest } from '#src/domain/permission/permissions.ts';

const newestLimit = 5;

/** Queries of the home screen. Guests can't list people or sites, so those are disabled for them. */
export function overviewOf(organization: Organization) {
  const path = { organizationId: organization.id };
  return {
    members: {
      ...listMembersOptions({ path, query: { limit: newestLimit, sort: 'joinedAt' } }),
      enabled: isMoreThanGuest(organization),
    },
    spaces: {
      ...listSpacesOptions({ path, query: { limit: 1 } }),
      enabled: organization.permissions.createContent,
    },
    sites: {
      ...listSitesOptions({ path, query: { limit: newestLimit } }),
      enabled: isMoreThanGuest(organization),
    },
  };
}

/** Change request counts of the user. */
export const changeRequestCounts = (organizationId: string) =>
  countOrganizationChangeRequestsOptions({ path: { organizationId } });
