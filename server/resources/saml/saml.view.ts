import type { Membership } from '#server/access/actor.ts';
import { roleOf } from '#server/access/roles.ts';
import type { SamlProvider, SsoLogin } from '#api/generated/types.gen.ts';
import { serviceOf } from '#server/saml/service-provider.ts';
import { apiUrl, type ServiceSettings } from '#server/service-settings.ts';
import type { TeamRow } from '../teams/teams.queries.ts';
import { toTeamView } from '../teams/teams.view.ts';
import type { ProviderRow } from './saml.queries.ts';

/** An identity provider as an administrator sees it. */
export function toSamlProviderView(
  row: ProviderRow,
  team: TeamRow | undefined,
  { viewer, service }: { viewer: Membership; service: ServiceSettings },
): SamlProvider {
  return {
    object: 'saml-provider',
    id: row.id,
    label: row.label,
    ...(row.sso_url !== null && { ssoURL: row.sso_url }),
    ...(row.entity_id !== null && { entityID: row.entity_id }),
    ...(row.certificate !== null && { certificate: row.certificate }),
    ...(team && { defaultTeam: toTeamView(team, viewer) }),
    defaultRole: roleOf(row.default_role),
    createdAt: row.created_at.toISOString(),
    status: row.status === 'active' ? 'active' : 'pending',
    service: serviceOf(service, row.id),
    urls: { location: apiUrl(service, `/orgs/${row.organization_id}/saml/${row.id}`) },
  };
}

/** A way to sign in. */
export function toSsoLoginView(row: Pick<ProviderRow, 'id' | 'label'>, service: ServiceSettings): SsoLogin {
  return { id: row.id, label: row.label, startURL: serviceOf(service, row.id).startURL };
}
