import { levelOf } from '#server/access/roles.ts';
import { badValue } from '#server/errors.ts';
import { problemOfWebAddress } from '#server/fetching/parse-url.ts';
import type { SamlProviderCreate, SamlProviderUpdate } from '#api/generated/types.gen.ts';
import { certificateProblem, normalizeCertificates } from '#server/saml/certificates.ts';

/** Columns of an identity provider that a request sets; what it does not mention is undefined. */
export interface ProviderColumns {
  label?: string | undefined;
  entity_id?: string | undefined;
  sso_url?: string | undefined;
  certificate?: string | undefined;
  default_team_id?: string | null | undefined;
  default_role?: number | undefined;
}

const LONGEST_CERTIFICATE = 10_000;

/** The columns of a request; throws 400 naming a value that no sign-in could use. */
export function readProvider(body: SamlProviderCreate | SamlProviderUpdate, now: Date): ProviderColumns {
  return {
    label: body.label === undefined ? undefined : readText('label', body.label),
    entity_id: body.entityID === undefined ? undefined : readText('entityID', body.entityID),
    sso_url: body.ssoURL === undefined ? undefined : readAddress(body.ssoURL),
    certificate: body.certificate === undefined ? undefined : readCertificate(body.certificate, now),
    default_team_id: body.defaultTeam,
    default_role: body.defaultRole === undefined ? undefined : levelOf(body.defaultRole),
  };
}

function readText(member: string, text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') throw badValue(`body.${member}`, 'must not be empty');
  // A name that was pasted with a blank would never match, and what is accepted is kept as it was sent.
  if (trimmed !== text) throw badValue(`body.${member}`, 'must not begin or end with white space');
  return text;
}

/** Browsers are sent there, so nothing but a web address is taken. */
function readAddress(address: string): string {
  const problem = problemOfWebAddress(address);
  if (problem !== undefined) throw badValue('body.ssoURL', problem);
  return address;
}

function readCertificate(text: string, now: Date): string {
  const certificates = normalizeCertificates(text);
  if (certificates === null) throw badValue('body.certificate', 'is not an X.509 certificate');
  if (certificates.length > LONGEST_CERTIFICATE)
    throw badValue('body.certificate', 'holds too many certificates');
  const problem = certificateProblem(certificates, now);
  if (problem !== null) throw badValue('body.certificate', problem);
  return certificates;
}
