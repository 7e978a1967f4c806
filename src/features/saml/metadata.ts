import { elementsNamed, parseXml } from './xml.ts';

export interface IdentityProviderMetadata {
  entityID: string;
  ssoURL: string;
  /** PEM certificates, one after another; "" if there are none. */
  certificate: string;
  warnings: string[];
}

const REDIRECT_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** Never throws; `problem` is a sentence. */
export function parseMetadata(xml: string): IdentityProviderMetadata | { problem: string } {
  const root = parseXml(xml);
  if (!root) return { problem: 'This isn’t a complete XML document.' };
  const providers = elementsNamed({ ...root, children: [root] }, 'IDPSSODescriptor');
  const [provider] = providers;
  if (!provider) return { problem: 'This isn’t identity provider metadata. It has no IDPSSODescriptor.' };
  const services = elementsNamed(provider, 'SingleSignOnService');
  const service =
    services.find(({ attributes }) => attributes.get('Binding') === REDIRECT_BINDING) ?? services[0];
  const certificates = elementsNamed(provider, 'KeyDescriptor')
    .filter(({ attributes }) => attributes.get('use') !== 'encryption')
    .flatMap((key) => elementsNamed(key, 'X509Certificate'))
    .map(({ text }) => toPem(text));
  return {
    entityID: provider.parent?.attributes.get('entityID') ?? '',
    ssoURL: service?.attributes.get('Location') ?? '',
    certificate: [...new Set(certificates)].join('\n'),
    warnings: [
      ...(providers.length > 1
        ? [`It contains ${providers.length} identity providers. The first one was imported.`]
        : []),
      ...(service && service.attributes.get('Binding') !== REDIRECT_BINDING
        ? ['It has no HTTP-Redirect binding, which sign-in needs.']
        : []),
      ...(service ? [] : ['It has no SSO URL.']),
      ...(certificates.length === 0 ? ['It has no signing certificate.'] : []),
    ],
  };
}

function toPem(base64: string): string {
  const lines = base64.replaceAll(/\s+/g, '').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----`;
}
