import type { SAML } from '@node-saml/node-saml';
import type { Row } from '#server/database/schema.ts';
import type { SamlService } from '#api/generated/types.gen.ts';
import { appUrl, type ServiceSettings } from '#server/service-settings.ts';

/** The prefix of all addresses that browsers visit to sign in through an identity provider. */
export const SAML_PATH = '/auth/saml';

/** A provider with all that a sign-in needs. */
export type ConfiguredProvider = Row<'saml_providers'> & {
  entity_id: string;
  sso_url: string;
  certificate: string;
};

/** What to enter at the identity provider; each provider has its own, so that no answer fits another one. */
export function serviceOf(service: Pick<ServiceSettings, 'publicUrl'>, providerId: string): SamlService {
  const base = appUrl(service, `${SAML_PATH}/${providerId}`);
  return { acsURL: `${base}/acs`, startURL: base, entityID: `${base}/metadata` };
}

/** Whether somebody can sign in through a provider: it names its address, its name and its certificate. */
export function isConfigured(provider: Row<'saml_providers'>): provider is ConfiguredProvider {
  return provider.entity_id !== null && provider.sso_url !== null && provider.certificate !== null;
}

/**
 * Our side of a provider, as the library knows it. Times, the recipient and what an answer belongs to are checked by
 * `validateAssertion`: the library would take them from the process's clock and memory.
 */
async function openService(
  service: Pick<ServiceSettings, 'publicUrl'>,
  provider: Pick<Row<'saml_providers'>, 'id' | 'sso_url'>,
  { requestId = '_none', certificates = ['none'] }: { requestId?: string; certificates?: string[] } = {},
): Promise<SAML> {
  // Loaded when somebody signs in: most processes never need it.
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

/** The address that sends a browser to the identity provider with a request. */
export async function authorizeUrl(
  service: Pick<ServiceSettings, 'publicUrl'>,
  provider: ConfiguredProvider,
  request: { id: string; relayState: string },
): Promise<string> {
  const saml = await openService(service, provider, { requestId: request.id });
  return saml.getAuthorizeUrlAsync(request.relayState, undefined, {});
}

/** Our side as XML, for identity providers that read it. */
export async function metadataOf(
  service: Pick<ServiceSettings, 'publicUrl'>,
  provider: Row<'saml_providers'>,
): Promise<string> {
  return (await openService(service, provider)).generateServiceProviderMetadata(null, null);
}

/**
 * Checks the signature of an answer and returns the signed assertion, parsed; nothing of it comes from outside the
 * signature. Null where there is none. `certificates` are those of the provider that hold now. Throws where the answer is broken, wrapped, or not signed by the provider.
 */
export async function verifyAssertion(
  service: Pick<ServiceSettings, 'publicUrl'>,
  provider: ConfiguredProvider,
  samlResponse: string,
  certificates: string[],
): Promise<unknown> {
  const saml = await openService(service, provider, { certificates });
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: samlResponse });
  return profile?.getAssertion?.() ?? null;
}
