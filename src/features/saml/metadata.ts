import { elementsNamed, parseXml } from './xml.ts';

/** What the metadata of an identity provider say. */
export interface IdentityProvider {
  entityID: string;
  ssoURL: string;
  /** PEM, one certificate behind the other; "" where there is none. */
  certificate: string;
  /** What somebody should know of it, one sentence each. */
  remarks: string[];
}

const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** Reads the metadata XML of an identity provider. Never throws; a problem is a sentence. */
export function readMetadata(xml: string): IdentityProvider | { problem: string } {
  const root = parseXml(xml);
  if (!root) return { problem: 'This is not an XML document, or not all of it.' };
  const providers = elementsNamed({ ...root, children: [root] }, 'IDPSSODescriptor');
  const [provider] = providers;
  if (!provider)
    return { problem: 'This is not the metadata of an identity provider: there is no IDPSSODescriptor.' };
  const services = elementsNamed(provider, 'SingleSignOnService');
  const service = services.find(({ attributes }) => attributes.get('Binding') === redirect) ?? services[0];
  const certificates = elementsNamed(provider, 'KeyDescriptor')
    .filter(({ attributes }) => attributes.get('use') !== 'encryption')
    .flatMap((key) => elementsNamed(key, 'X509Certificate'))
    .map(({ text }) => toPem(text));
  return {
    entityID: provider.parent?.attributes.get('entityID') ?? '',
    ssoURL: service?.attributes.get('Location') ?? '',
    certificate: [...new Set(certificates)].join('\n'),
    remarks: [
      ...(providers.length > 1
        ? [`There are ${providers.length} identity providers in it; this is the first.`]
        : []),
      ...(service && service.attributes.get('Binding') !== redirect
        ? ['It offers no sign-in by redirection, which is how people are sent there.']
        : []),
      ...(service ? [] : ['It names no address to sign in at.']),
      ...(certificates.length === 0 ? ['It holds no certificate to check signatures with.'] : []),
    ],
  };
}

function toPem(base64: string): string {
  const lines = base64.replaceAll(/\s+/g, '').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----`;
}
