import type { ServiceSettings } from '#server/service-settings.ts';
import { refusedResponse, SignOnError } from '#server/sign-on/sign-on-error.ts';
import { type Claims, validateAssertion } from './assertion.ts';
import { trustedCertificates } from './certificates.ts';
import { checkResponse, decodeResponse, isUnsolicited } from './response-rules.ts';
import { type ConfiguredProvider, serviceOf, verifyAssertion } from './service-provider.ts';

interface ResponseContext {
  service: Pick<ServiceSettings, 'publicUrl'>;
  now: Date;
}

/** A verified assertion, with what it says; or nothing, where a response answers to no request. */
export type VerifiedResponse = { assertion: unknown; claims: Claims } | 'unsolicited';

/** Runs all checks of a response that need no database. Throws `SignOnError`. */
export async function verifyResponse(
  provider: ConfiguredProvider,
  samlResponse: string | null,
  { service, now }: ResponseContext,
): Promise<VerifiedResponse> {
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
  const names = { email: provider.email_attributes, name: provider.name_attributes };
  const claims = validateAssertion(assertion, { issuer, recipient, names, now });
  if (inResponseTo !== undefined && inResponseTo !== claims.inResponseTo)
    throw refusedResponse('The response and its assertion belong to different requests.');
  return { assertion, claims };
}
