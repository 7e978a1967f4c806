import type { OidcProvider, OidcProviderUpdate } from '#api/generated/types.gen.ts';
import type { Membership } from '#server/access/actor.ts';
import { levelOf, roleOf } from '#server/access/roles.ts';
import { findIssuer } from '#server/accounts/oidc/find-issuer.ts';
import { serviceOf } from '#server/accounts/oidc/relying-party.ts';
import { badValue } from '#server/base/errors.ts';
import { parseUrl, webUrlProblem } from '#server/base/parse-url.ts';
import { apiUrl, type ServiceSettings } from '#server/base/service-settings.ts';
import type { Row } from '#server/database/tables/schema.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';
import { type TeamRow, toTeamView } from '../teams/teams.rules.ts';
import { parseText } from './saml.rules.ts';

/** undefined leaves a column unchanged. */
export interface OidcColumns {
  label?: string | undefined;
  issuer?: string | undefined;
  client_id?: string | undefined;
  client_secret?: string | undefined;
  trusts_verified_domains?: boolean | undefined;
  default_team_id?: string | null | undefined;
  default_role?: number | undefined;
}

/** Throws 400 naming a value that no sign-in could use. */
export function parseOidcProvider(body: OidcProviderUpdate, allowPrivate: boolean): OidcColumns {
  const text = (member: 'label' | 'clientID' | 'clientSecret') => {
    const value = body[member];
    return value === undefined ? undefined : parseText(member, value);
  };
  return {
    label: text('label'),
    issuer: body.issuer === undefined ? undefined : parseIssuer(body.issuer, allowPrivate),
    client_id: text('clientID'),
    client_secret: text('clientSecret'),
    trusts_verified_domains: body.trustsVerifiedDomains,
    default_team_id: body.defaultTeam,
    default_role: body.defaultRole === undefined ? undefined : levelOf(body.defaultRole),
  };
}

/** As it was sent; `checkIssuer` asks the provider how it writes it. */
function parseIssuer(issuer: string, allowPrivate: boolean): string {
  const problem = webUrlProblem(issuer);
  if (problem !== undefined) throw badValue('body.issuer', problem);
  const url = parseUrl(issuer);
  if (url?.protocol !== 'https:' && !allowPrivate) throw badValue('body.issuer', 'must start with https://');
  if (url?.search !== '' || url.hash !== '' || /[?#]/.test(issuer))
    throw badValue('body.issuer', 'must not contain ? or #');
  return issuer;
}

/**
 * The columns with the issuer as the provider writes it, with which sign-ins compare it. Before the transaction, as a
 * provider may take its time. Throws 400 for one that the provider is not.
 */
export async function checkIssuer<Columns extends OidcColumns>(
  columns: Columns,
  fetcher: Fetcher,
): Promise<Columns> {
  if (columns.issuer === undefined) return columns;
  const issuer = await findIssuer(fetcher, columns.issuer);
  if ('problem' in issuer) throw badValue('body.issuer', issuer.problem);
  return { ...columns, issuer: issuer.issuer };
}

/** For administrators. Without the secret. */
export function toOidcProviderView(
  row: Row<'oidc_providers'>,
  team: TeamRow | undefined,
  { viewer, service }: { viewer: Membership; service: ServiceSettings },
): OidcProvider {
  return {
    object: 'oidc-provider',
    id: row.id,
    label: row.label,
    issuer: row.issuer,
    clientID: row.client_id,
    trustsVerifiedDomains: row.trusts_verified_domains,
    ...(team && { defaultTeam: toTeamView(team, viewer) }),
    defaultRole: roleOf(row.default_role),
    createdAt: row.created_at.toISOString(),
    status: row.status === 'active' ? 'active' : 'pending',
    service: serviceOf(service, row.id),
    urls: { location: apiUrl(service, `/orgs/${row.organization_id}/oidc/${row.id}`) },
  };
}
