import type { SAML } from '@node-saml/node-saml';
import type { SamlService } from '#api/generated/types.gen.ts';
import { appUrl, type ServiceSettings } from '#server/base/service-settings.ts';
import type { Row } from '#server/database/tables/schema.ts';

/** The path prefix of SAML sign-in. */
export const SAML_PATH = '/auth/saml';

/** A provider with all settings that a sign-in needs. */
export type ConfiguredProvider = Row<'saml_providers'> & {
  entity_id: string;
  sso_url: string;
  certificate: string;
};

/** The values to enter at the identity provider; unique per provider, so that a response fits only one. */
export function serviceOf(service: Pick<ServiceSettings, 'publicUrl'>, providerId: string): SamlService {
  const base = appUrl(service, `${SAML_PATH}/${providerId}`);
  return { acsURL: `${base}/acs`, startURL: base, entityID: `${base}/metadata` };
}

/** Whether a provider is fully configured: URL, entity id and certificate. */
export function isConfigured(provider: Row<'saml_providers'>): provider is ConfiguredProvider {
  return provider.entity_id !== null && provider.sso_url !== null && provider.certificate !== null;
}

/**
 * Configures the library for a provider. `validateAssertion` checks times, recipient and request: the library would use
 * the process's clock and memory.
 */
async function openService(
  service: Pick<ServiceSettings, 'publicUrl'>,
  provider: Pick<Row<'saml_providers'>, 'id' | 'sso_url'>,
  { requestId = '_none', certificates = ['none'] }: { requestId?: string; certificates?: string[] } = {},
): Promise<SAML> {
  // Loaded on first sign-in: most processes never need it.
  const library = await import('@node-saml/node-saml');
  const { acsURL, entityID } = serviceOf(service, provider.id);
  return new library.SAML({
    callbackUrl: acsURL,
    issuer: entityID,
    audience: entityID,
    entryPoint: provider.sso_url ?? undefined,
    idpCert: certificates,
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    validateInResponseTo: library.ValidateInResponseTo.never,
    acceptedClockSkewMs: -1,
    identifierFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    disableRequestedAuthnContext: true,
    generateUniqueId: () => requestId,
  });
}

/** The URL that redirects a browser to the identity provider with a request. */
export async function authorizeUrl(
  service: Pick<ServiceSettings, 'publicUrl'>,
  provider: ConfiguredProvider,
  request: { id: string; relayState: string },
): Promise<string> {
  const saml = await openService(service, provider, { requestId: request.id });
  return saml.getAuthorizeUrlAsync(request.relayState, undefined, {});
}

/** Our SAML metadata. */
export async function metadataOf(
  service: Pick<ServiceSettings, 'publicUrl'>,
  provider: Row<'saml_providers'>,
): Promise<string> {
  return (await openService(service, provider)).generateServiceProviderMetadata(null, null);
}

/**
 * Verifies the signature of a response and returns the signed assertion, parsed; nothing of it comes from outside the
 * signature. Null if there is none. `certificates` are the currently valid ones of the provider. Throws if the response
 * is invalid, wrapped, or not signed by the provider.
 */
export async function verifyAssertion(
  service: Pick<ServiceSettings, 'publicUrl'>,
  provider: Pick<ConfiguredProvider, 'id' | 'sso_url'>,
  samlResponse: string,
  certificates: string[],
): Promise<unknown> {
  const saml = await openService(service, provider, { certificates });
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: samlResponse });
  return profile?.getAssertion?.() ?? null;
}
