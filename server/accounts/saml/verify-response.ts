import type { ServiceSettings } from '#server/base/service-settings.ts';
import { refusedResponse, SignOnError } from '../sign-on/sign-on-error.ts';
import { type Claims, validateAssertion } from './assertion.ts';
import { trustedCertificates } from './certificates.ts';
import { checkResponse, decodeResponse, isUnsolicited } from './response-rules.ts';
import { type ConfiguredProvider, serviceOf, verifyAssertion } from './service-provider.ts';

interface ResponseContext {
  service: Pick<ServiceSettings, 'publicUrl'>;
  now: Date;
}

/** An assertion that the provider has signed; or nothing, where a response answers to no request. */
type SignedAssertion = { assertion: unknown; inResponseTo: string | undefined } | 'unsolicited';

/** Verifies who a response is of, and its signature. Throws `SignOnError`. */
export async function readAssertion(
  provider: ConfiguredProvider,
  samlResponse: string | null,
  { service, now }: ResponseContext,
): Promise<SignedAssertion> {
  const xml = decodeResponse(samlResponse);
  const { acsURL: recipient } = serviceOf(service, provider.id);
  const issuer = provider.entity_id;
  const inResponseTo = checkResponse(xml, { issuer, recipient });
  if (isUnsolicited(xml)) return 'unsolicited';
  const certificates = trustedCertificates(provider.certificate, now);
  if (certificates.length === 0)
    throw new SignOnError('sso-certificate', 'The provider has no valid certificate.');
  const base64 = Buffer.from(xml).toString('base64');
  const assertion = await verifyAssertion(service, provider, base64, certificates).catch((error: unknown) => {
    throw refusedResponse('The response is invalid or not signed by the provider.', error);
  });
  return { assertion, inResponseTo };
}

/** Checks what a signed assertion says. Throws `SignOnError`. */
export function claimsOf(
  provider: ConfiguredProvider,
  { assertion, inResponseTo }: Exclude<SignedAssertion, 'unsolicited'>,
  { service, now }: ResponseContext,
): Claims {
  const { acsURL: recipient } = serviceOf(service, provider.id);
  const expected = { issuer: provider.entity_id, recipient, names: namesOf(provider), now };
  const claims = validateAssertion(assertion, expected);
  if (inResponseTo !== undefined && inResponseTo !== claims.inResponseTo)
    throw refusedResponse('The response and its assertion belong to different requests.');
  return claims;
}

/** The attributes that the provider's settings name. */
export const namesOf = ({ email_attributes: email, name_attributes: name }: ConfiguredProvider) => ({
  email,
  name,
});

/** Runs all checks of a response that need no database. Throws `SignOnError`. */
export async function verifyResponse(
  provider: ConfiguredProvider,
  samlResponse: string | null,
  context: ResponseContext,
): Promise<Claims | 'unsolicited'> {
  const signed = await readAssertion(provider, samlResponse, context);
  return signed === 'unsolicited' ? signed : claimsOf(provider, signed, context);
}
