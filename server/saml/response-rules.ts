import { invalidResponse, SamlError } from './saml-error.ts';
import { decodeEntities, elementsOf, type XmlElement } from './xml-elements.ts';

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
    throw invalidResponse('The document is not a SAML response.');
  const childrenOf = (parent: XmlElement, name: string) =>
    elements.filter((element) => element.parent === parent && element.name === name);
  assertSuccess(childrenOf(response, 'Status'), (status) => childrenOf(status, 'StatusCode'));
  const [named] = childrenOf(response, 'Issuer');
  if (named && decodeEntities(named.text) !== issuer)
    throw invalidResponse('The response has an unexpected issuer.');
  const destination = response.attributes.get('Destination');
  if (destination !== undefined && decodeEntities(destination) !== recipient)
    throw invalidResponse('The response has an unexpected destination.');
  assertSingleAssertion(elements, response);
  assertSignatureReferences(elements);
  return response.attributes.get('InResponseTo');
}

/** The top-level code decides; nested ones give reasons. */
function assertSuccess(
  statuses: readonly XmlElement[],
  codesOf: (status: XmlElement) => readonly XmlElement[],
): void {
  const [status, ...others] = statuses;
  if (!status || others.length > 0) throw invalidResponse('The response must have exactly one status.');
  const codes = codesOf(status).map(({ attributes }) => attributes.get('Value') ?? '');
  const [code, ...more] = codes;
  if (code === undefined || more.length > 0)
    throw invalidResponse('The response must have exactly one status code.');
  if (code !== SUCCESS)
    throw new SamlError('sso-denied', `The response status is ${code.slice(0, MAX_STATUS_LENGTH)}.`);
}

/** A second assertion anywhere would be there to confuse a parser (signature wrapping). */
function assertSingleAssertion(elements: readonly XmlElement[], response: XmlElement): void {
  const count = (name: string) => elements.filter((element) => element.name === name).length;
  if (count('Response') !== 1) throw invalidResponse('The response contains another response.');
  if (count('EncryptedAssertion') > 0) throw invalidResponse('The assertion is encrypted.');
  const assertion = elements.find(({ name }) => name === 'Assertion');
  if (count('Assertion') !== 1 || assertion?.parent !== response)
    throw invalidResponse('The response must contain exactly one assertion.');
}

/** A signature must reference the element that contains it, by a unique id. */
function assertSignatureReferences(elements: readonly XmlElement[]): void {
  const ids = elements.flatMap(({ attributes }) => ID_NAMES.flatMap((name) => attributes.get(name) ?? []));
  if (new Set(ids).size !== ids.length)
    throw invalidResponse('Two elements of the response have the same ID.');
  for (const reference of elements.filter(({ name }) => name === 'Reference')) {
    const signed = reference.parent?.parent?.parent;
    if (reference.attributes.get('URI') !== `#${signed?.attributes.get('ID')}`)
      throw invalidResponse('A signature does not reference its own element.');
  }
}
