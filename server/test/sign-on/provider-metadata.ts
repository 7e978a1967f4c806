import type { IdentityProvider } from './identity-provider.ts';

interface MetadataFields {
  entityID?: string;
  ssoURL?: string;
  binding?: string;
  /** In PEM; by default that of the provider. */
  certificates?: readonly string[];
  /** Attributes of the root element. */
  root?: string;
}

/** The metadata that an identity provider publishes, in the form of Entra. */
export function metadataOf(
  idp: Pick<IdentityProvider, 'entityID' | 'ssoURL' | 'certificate'>,
  fields: MetadataFields = {},
): string {
  const { entityID = idp.entityID, ssoURL = idp.ssoURL, binding = 'HTTP-Redirect' } = fields;
  const { certificates = [idp.certificate], root = '' } = fields;
  const keys = certificates.map(
    (pem) =>
      `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${pem.replaceAll(/-----[A-Z ]+-----|\s/g, '')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
  );
  const location = ssoURL.replaceAll('&', '&amp;');
  return `<?xml version="1.0" encoding="utf-8"?><!-- published -->
<EntityDescriptor ID="_1" entityID="${entityID}" xmlns="urn:oasis:names:tc:SAML:2.0:metadata"${root}>
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    ${keys.join('\n    ')}
    <SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/out" />
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example/post" />
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${location}" />
  </IDPSSODescriptor>
</EntityDescriptor>`;
}
