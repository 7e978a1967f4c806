import { webUrlProblem } from '#server/base/parse-url.ts';
import { mistakenFor, normalizeCertificates, usableCertificates } from './certificates.ts';
import { isSmallXml } from './response-rules.ts';
import { decodeEntities, elementsOf, type XmlElement } from './xml-elements.ts';

/** The properties of an identity provider that a sign-in needs. */
export interface ProviderMetadata {
  entityID: string;
  ssoURL: string;
  /** The certificates that signatures can be verified with, as PEM. */
  certificate: string;
}

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const MAX_ENTITY_ID_LENGTH = 1024;
const MAX_URL_LENGTH = 2048;
/** Metadata with the claims that ADFS describes has about 1,500 tags. */
const LIMITS = { tags: 10_000, depth: 40, tagLength: 8000 };

/**
 * Reads the metadata of one identity provider; `problem` is the predicate of a sentence about it. No document
 * types and entities. Signatures of metadata are not checked: the administrator who enters it, or its https
 * address, vouches for it.
 */
export function parseMetadata(text: string, now: Date): ProviderMetadata | { problem: string } {
  const xml = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/<!--(?:(?!-->)[\s\S])*-->|<\?(?:(?!\?>)[\s\S])*\?>/g, '')
    .trim();
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml) && !/^<!DOCTYPE html/i.test(xml))
    return { problem: 'contains a document type, which is not allowed' };
  if (!xml.startsWith('<') || /^<(?:!DOCTYPE )?html/i.test(xml))
    return { problem: mistakenFor(text) ?? 'is not SAML metadata (XML)' };
  const elements = isSmallXml(xml, LIMITS) ? elementsOf(xml) : null;
  if (!elements) return { problem: 'is not valid XML, or too large' };
  const providers = elements.filter(({ name }) => name === 'IDPSSODescriptor');
  const [provider, ...others] = providers;
  if (!provider) return { problem: problemWithoutProvider(elements) };
  if (others.length > 0)
    return { problem: 'describes more than one identity provider; enter the metadata of yours alone' };
  return readProvider(elements, provider, now);
}

function problemWithoutProvider(elements: readonly XmlElement[]): string {
  return elements.some(({ name }) => name === 'SPSSODescriptor')
    ? 'describes a service, not an identity provider (it has no IDPSSODescriptor)'
    : 'is not the metadata of an identity provider (it has no IDPSSODescriptor)';
}

function readProvider(
  elements: readonly XmlElement[],
  provider: XmlElement,
  now: Date,
): ProviderMetadata | { problem: string } {
  const entityID = decodeEntities(provider.parent?.attributes.get('entityID') ?? '').trim();
  if (entityID === '' || entityID.length > MAX_ENTITY_ID_LENGTH) return { problem: 'has no valid entity ID' };
  const ends = [provider, provider.parent].flatMap((element) => element?.attributes.get('validUntil') ?? []);
  const ended = ends.find((end) => Date.parse(end) <= now.getTime());
  if (ended !== undefined) return { problem: `expired on ${ended.slice(0, 10)}` };
  const services = elements.filter(
    ({ name, parent }) => name === 'SingleSignOnService' && parent === provider,
  );
  const service = services.find(({ attributes }) => attributes.get('Binding') === REDIRECT);
  if (!service)
    return {
      problem:
        services.length === 0
          ? 'names no SSO URL'
          : 'names no SSO URL with the HTTP-Redirect binding, which sign-ins here use',
    };
  const ssoURL = decodeEntities(service.attributes.get('Location') ?? '').trim();
  if (ssoURL.length > MAX_URL_LENGTH || webUrlProblem(ssoURL) !== undefined)
    return { problem: 'names an SSO URL that is not valid' };
  const certificates = certificatesOf(elements, provider, now);
  return 'problem' in certificates ? certificates : { entityID, ssoURL, ...certificates };
}

/** Those for signatures; providers may also publish keys for encryption, and some that are of no use here. */
function certificatesOf(
  elements: readonly XmlElement[],
  provider: XmlElement,
  now: Date,
): { certificate: string } | { problem: string } {
  const isInside = (element: XmlElement): boolean => {
    let ancestor = element.parent;
    while (ancestor && ancestor.name !== 'KeyDescriptor') ancestor = ancestor.parent;
    return ancestor?.parent === provider && ancestor.attributes.get('use') !== 'encryption';
  };
  const texts = elements.filter((element) => element.name === 'X509Certificate' && isInside(element));
  if (texts.length === 0) return { problem: 'has no signing certificate' };
  const normalized = texts.map(({ text }) => normalizeCertificates(decodeEntities(text)));
  const read = [...new Set(normalized.filter((pem) => pem !== null))].join('\n');
  if (read === '') return { problem: 'has a signing certificate that is not a valid X.509 certificate' };
  return usableCertificates(read, now);
}
