import type {
  SamlMetadata,
  SamlProvider,
  SamlProviderCreate,
  SamlProviderUpdate,
  SsoLogin,
} from '#api/generated/types.gen.ts';
import { type Actor, isAdministrator, type Membership, membershipOr404 } from '#server/access/actor.ts';
import { levelOf, roleOf } from '#server/access/roles.ts';
import {
  certificateProblem,
  MAX_CERTIFICATE_LENGTH,
  mistakenFor,
  normalizeCertificates,
} from '#server/accounts/saml/certificates.ts';
import { serviceOf } from '#server/accounts/saml/service-provider.ts';
import { badValue, forbidden } from '#server/base/errors.ts';
import { webUrlProblem } from '#server/base/parse-url.ts';
import { apiUrl, type ServiceSettings } from '#server/base/service-settings.ts';
import type { Row } from '#server/database/tables/schema.ts';
import { type TeamRow, toTeamView } from '../teams/teams.rules.ts';

export type ProviderRow = Row<'saml_providers'>;

function canManageSaml(membership: Membership): boolean {
  return isAdministrator(membership);
}

/** Administrators manage identity providers of both kinds. */
export function requireSamlManager({ actor }: { actor: Actor }, organizationId: string): Membership {
  const viewer = membershipOr404(actor, organizationId);
  if (!canManageSaml(viewer))
    throw forbidden('You need the role "admin" in this organization to manage identity providers.');
  return viewer;
}

/** undefined leaves a column unchanged. */
export interface ProviderColumns {
  label?: string | undefined;
  entity_id?: string | undefined;
  sso_url?: string | undefined;
  certificate?: string | undefined;
  default_team_id?: string | null | undefined;
  default_role?: number | undefined;
  email_attributes?: string[] | undefined;
  name_attributes?: string[] | undefined;
  metadata_url?: string | null | undefined;
  metadata_read_at?: Date | null | undefined;
  metadata_problem?: string | null | undefined;
  next_metadata_read_at?: Date | null | undefined;
}

/** Throws 400 naming a value that no sign-in could use. */
export function parseProvider(body: SamlProviderCreate | SamlProviderUpdate, now: Date): ProviderColumns {
  return {
    label: body.label === undefined ? undefined : parseText('label', body.label),
    entity_id: body.entityID === undefined ? undefined : parseText('entityID', body.entityID),
    sso_url: body.ssoURL === undefined ? undefined : parseSsoUrl(body.ssoURL),
    certificate: body.certificate === undefined ? undefined : parseCertificate(body.certificate, now),
    default_team_id: body.defaultTeam,
    default_role: body.defaultRole === undefined ? undefined : levelOf(body.defaultRole),
    email_attributes: parseAttributes('emailAttributes', body.emailAttributes),
    name_attributes: parseAttributes('nameAttributes', body.nameAttributes),
  };
}

function parseAttributes(member: string, names: readonly string[] | undefined): string[] | undefined {
  return names?.map((name, index) => parseText(`${member}.${index}`, name));
}

/** Throws 400 for a text that is empty, or begins or ends with whitespace. */
export function parseText(member: string, text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') throw badValue(`body.${member}`, 'must not be empty');
  // Pasted whitespace would never match, and accepted values are stored as sent.
  if (trimmed !== text) throw badValue(`body.${member}`, 'must not start or end with whitespace');
  return text;
}

/** Browsers are redirected there, so only web URLs are allowed. */
function parseSsoUrl(url: string): string {
  const problem = webUrlProblem(url);
  if (problem !== undefined) throw badValue('body.ssoURL', problem);
  return url;
}

function parseCertificate(text: string, now: Date): string {
  const certificates = normalizeCertificates(text);
  if (certificates === null)
    throw badValue('body.certificate', mistakenFor(text) ?? 'is not a valid X.509 certificate');
  if (certificates.length > MAX_CERTIFICATE_LENGTH)
    throw badValue('body.certificate', 'contains too many certificates');
  const problem = certificateProblem(certificates, now);
  if (problem !== null) throw badValue('body.certificate', problem);
  return certificates;
}

/** For administrators. */
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
    ...(row.metadata_url !== null && { metadata: toMetadataView(row, row.metadata_url) }),
    emailAttributes: row.email_attributes,
    nameAttributes: row.name_attributes,
    ...(team && { defaultTeam: toTeamView(team, viewer) }),
    defaultRole: roleOf(row.default_role),
    createdAt: row.created_at.toISOString(),
    status: row.status === 'active' ? 'active' : 'pending',
    service: serviceOf(service, row.id),
    urls: { location: apiUrl(service, `/orgs/${row.organization_id}/saml/${row.id}`) },
  };
}

function toMetadataView(row: ProviderRow, url: string): SamlMetadata {
  return {
    url,
    ...(row.metadata_read_at && { readAt: row.metadata_read_at.toISOString() }),
    ...(row.metadata_problem !== null && { problem: row.metadata_problem }),
  };
}

export function toSsoLoginView(
  { id, label }: Pick<ProviderRow, 'id' | 'label'>,
  { startURL }: Pick<SsoLogin, 'startURL'>,
): SsoLogin {
  return { id, label, startURL };
}
