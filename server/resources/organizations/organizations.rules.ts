import type {
  CommunityType,
  OrganizationBilling,
  OrganizationBlock,
  OrganizationPlan,
  OrganizationTrial,
  OrganizationType,
  OrganizationUseCase,
  Organization,
  OrganizationPermissions,
} from '#api/generated/types.gen.ts';
import { isAdministrator, type Membership } from '#server/access/actor.ts';
import { LEVEL, roleOf } from '#server/access/roles.ts';
import { normalizeEmailDomain, validateDomainOwner } from '#server/base/email-addresses.ts';
import { badValues } from '#server/base/errors.ts';
import { apiUrl, appUrl, type ServiceSettings } from '#server/base/service-settings.ts';
import type { Row } from '#server/database/tables/schema.ts';
import { sitesUrl } from '#server/sites/sites.rules.ts';

/** An organization. */
export interface OrganizationRow extends Pick<
  Row<'organizations'>,
  | 'id'
  | 'title'
  | 'hostname'
  | 'email_domains'
  | 'default_role'
  | 'default_content_site_id'
  | 'logo_url'
  | 'sso'
  | 'ai'
  | 'invite_links'
  | 'custom_hostname'
  | 'created_at'
> {
  type: OrganizationType;
  use_case: OrganizationUseCase | null;
  community_type: CommunityType | null;
  plan: OrganizationPlan;
  billing: OrganizationBilling;
  trial: Partial<OrganizationTrial>;
  blocked: OrganizationBlock | null;
}

export function canUpdateOrganization(membership: Membership): boolean {
  return isAdministrator(membership);
}

export function canViewBilling(membership: Membership): boolean {
  return isAdministrator(membership);
}

export function organizationPermissions(membership: Membership): OrganizationPermissions {
  const isAdmin = isAdministrator(membership);
  const isMember = membership.role >= LEVEL.read;
  const isCreator = membership.role >= LEVEL.create;
  return {
    view: true,
    admin: isAdmin,
    ownTeam: membership.ownedTeamIds.length > 0,
    createContent: isCreator,
    createOpenAPISpec: isCreator,
    viewBilling: isAdmin,
    listMembers: isMember,
    listTeams: isMember,
    listIntegrations: isAdmin,
  };
}

/** More than any organization owns. */
const MAX_DOMAINS = 100;

/** Normalized, without duplicates; throws 400 naming invalid and public domains. */
export async function parseEmailDomains(domains: readonly string[]): Promise<string[]> {
  if (domains.length > MAX_DOMAINS) {
    throw badValues([{ path: 'body.emailDomains', problem: `must have at most ${MAX_DOMAINS} items` }]);
  }
  const normalized = domains.map((domain) => normalizeEmailDomain(domain));
  const domainProblems = await Promise.all(
    normalized.map((domain) =>
      domain === null ? 'is not a valid domain, such as example.org' : validateDomainOwner(domain),
    ),
  );
  const problems = domainProblems.flatMap((problem, index) =>
    problem === null ? [] : [{ path: `body.emailDomains[${index}]`, problem }],
  );
  if (problems.length > 0) throw badValues(problems);
  return [...new Set(normalized.flatMap((domain) => domain ?? []))];
}

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
      published: sitesUrl(row, service),
    },
    permissions: organizationPermissions(viewer),
  };
}

function billingOf({ billing, trial }: OrganizationRow): Pick<Organization, 'billing' | 'trial'> {
  const { status } = trial;
  return { billing, ...(status && { trial: { ...trial, status } }) };
}
