/** Names are without namespace prefixes. */
import { formatCount } from '#src/lib/text/format.ts';

interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: XmlElement[];
  text: string;
  parent: XmlElement | null;
}

/**
 * One token: ignored markup, CDATA, a closing tag, an opening tag, or text. `DOMParser` is not available, because
 * Trusted Types forbid it to parse strings.
 */
const tokenPattern =
  /(<\?[\s\S]*?\?>|<!--[\s\S]*?-->)|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([^\s<>]+)\s*>|<([^\s<>/!?]+)((?:\s+[^\s=<>/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;

const attributePattern = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Parses an XML document; null if it is invalid or has a document type declaration. Never throws. */
export function parseXml(source: string): XmlElement | null {
  const text = source.replace(/^\uFEFF/, '').trim();
  const root: XmlElement = { name: '', attributes: new Map(), children: [], text: '', parent: null };
  let open: XmlElement = root;
  const opened: string[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < text.length) {
    const match = tokenPattern.exec(text);
    if (!match) return null;
    const [, ignored, cdata, closing, opening, attributes = '', slash, charData] = match;
    if (ignored !== undefined) continue;
    if (closing !== undefined) {
      if (opened.pop() !== closing || !open.parent) return null;
      open = open.parent;
    } else if (opening !== undefined) {
      const element: XmlElement = { ...parseTag(opening, attributes), children: [], text: '', parent: open };
      open.children.push(element);
      if (slash === '/') continue;
      opened.push(opening);
      open = element;
    } else open.text += cdata ?? decodeEntities(charData ?? '');
  }
  const [first] = root.children;
  return open === root && root.children.length === 1 && root.text.trim() === '' && first ? first : null;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

function parseTag(name: string, attributes: string): Pick<XmlElement, 'name' | 'attributes'> {
  const attributePairs = [...attributes.matchAll(attributePattern)].map(
    ([, attribute = '', double, single]): [string, string] => [
      localName(attribute),
      decodeEntities(double ?? single ?? ''),
    ],
  );
  return { name: localName(name), attributes: new Map(attributePairs) };
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  return text.replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}

/** All descendants with this name, in document order. */
function elementsNamed(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...elementsNamed(child, name),
  ]);
}

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
        ? [`It contains ${formatCount(providers.length, 'identity provider')}. The first one was imported.`]
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
