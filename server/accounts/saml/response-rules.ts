import { refusedResponse, SignOnError } from '../sign-on/sign-on-error.ts';
import { decodeEntities, elementsOf, type XmlElement } from './xml-elements.ts';

const BASE64 = /^[A-Za-z0-9+/=\s]+$/;
const SIGNATURE_ALGORITHMS = 'rsa-sha(?:256|384|512)';
/** Trusted algorithms: no SHA-1, no keyed hashes. */
const SIGNATURE_METHOD = new RegExp(`^http://www\\.w3\\.org/2001/04/xmldsig-more#${SIGNATURE_ALGORITHMS}$`);
const DIGEST_METHOD =
  /^http:\/\/www\.w3\.org\/2001\/04\/(?:xmlenc#sha256|xmlenc#sha512|xmldsig-more#sha384)$/;
/**
 * The algorithm of old providers and of old settings of others; administrators who have to change it get a
 * notice.
 */
const SHA1 = /^http:\/\/www\.w3\.org\/2000\/09\/xmldsig#(?:rsa-|dsa-|hmac-)?sha1$/;

/** More than any response of an identity provider; the parser takes quadratic time for some of these. */
const RESPONSE_LIMITS: XmlLimits = { tags: 2000, depth: 40, tagLength: 8000 };

interface XmlLimits {
  tags: number;
  depth: number;
  tagLength: number;
}

const TAG = /<(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/g;
/** The parser would guess what another tag means, and print a warning for each. */
const WELL_FORMED = /^<(\/?)([\w:.-]+)(?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*(\/?)>$/;

/**
 * Decodes a response to XML. Rejects what no identity provider sends and attacks need: document types and entities,
 * comments (which split names), processing instructions, invalid UTF-8, weak algorithms. These are found in the text,
 * before it is parsed.
 */
export function decodeResponse(samlResponse: string | null): string {
  if (samlResponse === null || !BASE64.test(samlResponse))
    throw refusedResponse('The response is not valid base64.');
  const bytes = Buffer.from(samlResponse, 'base64');
  const xml = bytes.toString('utf8');
  if (!bytes.equals(Buffer.from(xml))) throw refusedResponse('The response is not valid UTF-8.');
  const content = xml.replace(/^\uFEFF?\s*<\?xml [^?<>]*\?>/, '');
  if (/<[!?]/.test(content))
    throw refusedResponse('The response contains a document type, comment or processing instruction.');
  if (!isSmallXml(content, RESPONSE_LIMITS))
    throw refusedResponse('The response is not valid XML or is too large.');
  assertAlgorithms(content, 'SignatureMethod', SIGNATURE_METHOD);
  assertAlgorithms(content, 'DigestMethod', DIGEST_METHOD);
  return xml;
}

/** Whether a text has the tags of a small, balanced XML document within these limits. */
export function isSmallXml(xml: string, limits: XmlLimits): boolean {
  const open: string[] = [];
  let tags = 0;
  for (const [tag] of xml.matchAll(TAG)) {
    tags += 1;
    if (tags > limits.tags || tag.length > limits.tagLength) return false;
    const [, slash, name, empty] = WELL_FORMED.exec(tag) ?? [];
    if (name === undefined) return false;
    if (slash === '/' && open.pop() !== name) return false;
    if (slash === '' && empty === '' && open.push(name) > limits.depth) return false;
  }
  return open.length === 0 && tags > 0 && tags === xml.split('<').length - 1;
}

function assertAlgorithms(xml: string, element: string, allowed: RegExp): void {
  for (const [tag] of xml.matchAll(new RegExp(`<(?:[\\w.-]+:)?${element}\\b[^<>]*>`, 'g'))) {
    const algorithm = /\sAlgorithm\s*=\s*(["'])(.*?)\1/.exec(tag)?.[2] ?? '';
    if (SHA1.test(algorithm)) throw new SignOnError('sso-sha1', `The response uses SHA-1 (${element}).`);
    if (!allowed.test(algorithm))
      throw refusedResponse(`The response uses ${algorithm.slice(0, 100)} as ${element}.`);
  }
}

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const ID_NAMES = ['ID', 'Id', 'id'];
const MAX_STATUS_LENGTH = 100;

/** The expected values of the root element, where it has them. */
export interface ExpectedResponse {
  /** The entity id of the identity provider. */
  issuer: string;
  /** The URL of our assertion consumer service. */
  recipient: string;
}

/**
 * Checks everything around the assertion: exactly one response of this provider to us, with status success, exactly one
 * assertion, and signatures that reference their own element. The library only checks the signed assertion. Returns the
 * response's InResponseTo, if it has one.
 */
export function checkResponse(xml: string, { issuer, recipient }: ExpectedResponse): string | undefined {
  const elements = elementsOf(xml);
  const [response] = elements ?? [];
  if (!elements || response?.name !== 'Response')
    throw refusedResponse('The document is not a SAML response.');
  const childrenOf = (parent: XmlElement, name: string) =>
    elements.filter((element) => element.parent === parent && element.name === name);
  assertSuccess(childrenOf(response, 'Status'), (status) => childrenOf(status, 'StatusCode'));
  const [named] = childrenOf(response, 'Issuer');
  if (named && decodeEntities(named.text) !== issuer)
    throw refusedResponse('The response has an unexpected issuer.');
  const destination = response.attributes.get('Destination');
  if (destination !== undefined && decodeEntities(destination) !== recipient)
    throw refusedResponse('The response has an unexpected destination.');
  assertSingleAssertion(elements, response);
  assertSignatureReferences(elements);
  return response.attributes.get('InResponseTo');
}

/**
 * Whether a response was not requested here: neither it nor its assertion names a request. A tile at the
 * provider sends such responses.
 */
export function isUnsolicited(xml: string): boolean {
  const elements = elementsOf(xml) ?? [];
  const [response] = elements;
  return response?.name === 'Response' && elements.every(({ attributes }) => !attributes.has('InResponseTo'));
}

/** The top-level code decides; nested ones give reasons. */
function assertSuccess(
  statuses: readonly XmlElement[],
  codesOf: (status: XmlElement) => readonly XmlElement[],
): void {
  const [status, ...others] = statuses;
  if (!status || others.length > 0) throw refusedResponse('The response must have exactly one status.');
  const codes = codesOf(status).map(({ attributes }) => attributes.get('Value') ?? '');
  const [code, ...more] = codes;
  if (code === undefined || more.length > 0)
    throw refusedResponse('The response must have exactly one status code.');
  if (code !== SUCCESS)
    throw new SignOnError('sso-denied', `The response status is ${code.slice(0, MAX_STATUS_LENGTH)}.`);
}

/** A second assertion anywhere would be there to confuse a parser (signature wrapping). */
function assertSingleAssertion(elements: readonly XmlElement[], response: XmlElement): void {
  const count = (name: string) => elements.filter((element) => element.name === name).length;
  if (count('Response') !== 1) throw refusedResponse('The response contains another response.');
  if (count('EncryptedAssertion') > 0) throw new SignOnError('sso-encrypted', 'The assertion is encrypted.');
  const assertion = elements.find(({ name }) => name === 'Assertion');
  if (count('Assertion') !== 1 || assertion?.parent !== response)
    throw refusedResponse('The response must contain exactly one assertion.');
}

/** A signature must reference the element that contains it, by a unique id. */
function assertSignatureReferences(elements: readonly XmlElement[]): void {
  const ids = elements.flatMap(({ attributes }) => ID_NAMES.flatMap((name) => attributes.get(name) ?? []));
  if (new Set(ids).size !== ids.length)
    throw refusedResponse('Two elements of the response have the same ID.');
  for (const reference of elements.filter(({ name }) => name === 'Reference')) {
    const signed = reference.parent?.parent?.parent;
    if (reference.attributes.get('URI') !== `#${signed?.attributes.get('ID')}`)
      throw refusedResponse('A signature does not reference its own element.');
  }
}
