import { longLivedCertificate } from '../../src/features/saml/testing/sample-certificates.ts';

/** The metadata of an identity provider, as an administrator gets it there. */
export const providerMetadata = `<?xml version="1.0"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://id.example/saml">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>
      <X509Certificate>${longLivedCertificate.replaceAll(/-----[A-Z ]+-----/g, '')}</X509Certificate>
    </X509Data></KeyInfo></KeyDescriptor>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://id.example/go"/>
  </IDPSSODescriptor>
</EntityDescriptor>`;
