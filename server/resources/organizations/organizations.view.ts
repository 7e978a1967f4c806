import type { Membership } from '#server/access/actor.ts';
import { roleOf } from '#server/access/roles.ts';
import type { Organization } from '#api/generated/types.gen.ts';
import { apiUrl, appUrl, type ServiceSettings } from '#server/service-settings.ts';
import { canViewBilling, organizationPermissions } from './organizations.policy.ts';
import type { OrganizationRow } from './organizations.queries.ts';

/** An organization as one of its members gets to see it. */
export function toOrganizationView(
  row: OrganizationRow,
  viewer: Membership,
  service: ServiceSettings,
): Organization {
  return {
    object: 'organization',
    id: row.id,
    title: row.title,
    createdAt: row.created_at.toISOString(),
    emailDomains: row.email_domains,
    ...(row.hostname !== null && { hostname: row.hostname }),
    type: row.type,
    ...(row.use_case !== null && { useCase: row.use_case }),
    ...(row.community_type !== null && { communityType: row.community_type }),
    defaultRole: roleOf(row.default_role),
    defaultContent:
      row.default_content_site_id === null ? null : { type: 'site', site: row.default_content_site_id },
    sso: row.sso,
    ai: row.ai,
    inviteLinks: row.invite_links,
    plan: row.plan,
    ...(row.custom_hostname !== null && { customHostname: row.custom_hostname }),
    internal_isOnNewTrial: true,
    ...(canViewBilling(viewer) && billingOf(row)),
    ...(row.blocked && { blocked: row.blocked }),
    urls: {
      location: apiUrl(service, `/orgs/${row.id}`),
      app: appUrl(service, `/o/${row.id}`),
      ...(row.logo_url !== null && { logo: row.logo_url }),
    },
    permissions: organizationPermissions(viewer),
  };
}

function billingOf({ billing, trial }: OrganizationRow): Pick<Organization, 'billing' | 'trial'> {
  const { status } = trial;
  return { billing, ...(status && { trial: { ...trial, status } }) };
}
