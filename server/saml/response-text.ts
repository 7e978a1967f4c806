import { invalidResponse } from './saml-error.ts';
import { isSmallXml } from './xml-shape.ts';

const BASE64 = /^[A-Za-z0-9+/=\s]+$/;
const SIGNATURE_ALGORITHMS = 'rsa-sha(?:256|384|512)';
/** Trusted algorithms: no SHA-1, no keyed hashes. */
const SIGNATURE_METHOD = new RegExp(`^http://www\\.w3\\.org/2001/04/xmldsig-more#${SIGNATURE_ALGORITHMS}$`);
const DIGEST_METHOD =
  /^http:\/\/www\.w3\.org\/2001\/04\/(?:xmlenc#sha256|xmlenc#sha512|xmldsig-more#sha384)$/;

/**
 * Decodes a response to XML. Rejects what no identity provider sends and attacks need: document types and entities,
 * comments (which split names), processing instructions, invalid UTF-8, weak algorithms. These are found in the text,
 * before it is parsed.
 */
export function decodeResponse(samlResponse: string | null): string {
  if (samlResponse === null || !BASE64.test(samlResponse))
    throw invalidResponse('The response is not valid base64.');
  const bytes = Buffer.from(samlResponse, 'base64');
  const xml = bytes.toString('utf8');
  if (!bytes.equals(Buffer.from(xml))) throw invalidResponse('The response is not valid UTF-8.');
  const content = xml.replace(/^\uFEFF?\s*<\?xml [^?<>]*\?>/, '');
  if (/<[!?]/.test(content))
    throw invalidResponse('The response contains a document type, comment or processing instruction.');
  if (!isSmallXml(content)) throw invalidResponse('The response is not valid XML or is too large.');
  assertAlgorithms(content, 'SignatureMethod', SIGNATURE_METHOD);
  assertAlgorithms(content, 'DigestMethod', DIGEST_METHOD);
  return xml;
}

function assertAlgorithms(xml: string, element: string, allowed: RegExp): void {
  for (const [tag] of xml.matchAll(new RegExp(`<(?:[\\w.-]+:)?${element}\\b[^<>]*>`, 'g'))) {
    const algorithm = /\sAlgorithm\s*=\s*(["'])(.*?)\1/.exec(tag)?.[2] ?? '';
    if (!allowed.test(algorithm))
      throw invalidResponse(`The response uses ${algorithm.slice(0, 100)} as ${element}.`);
  }
}
