import { createHash, createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { bits, integer, nullElement, objectId, sequence, set, text, time } from './der.ts';

const SHA256_WITH_RSA = '1.2.840.113549.1.1.11';
const COMMON_NAME = '2.5.4.3';
const DAY_MS = 24 * 60 * 60_000;
const NAMESPACES = {
  saml: 'urn:oasis:names:tc:SAML:2.0:assertion',
  samlp: 'urn:oasis:names:tc:SAML:2.0:protocol',
  ds: 'http://www.w3.org/2000/09/xmldsig#',
};
const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** What an answer says; a test changes what it is about. */
export interface ResponseFields {
  /** The request that is answered, from the address that a browser was sent to. */
  requestId: string;
  acsURL: string;
  audience: string;
  email: string;
  now: Date;
  recipient?: string;
  issuer?: string;
  assertionId?: string;
  /** From when to when the assertion holds, in milliseconds from now. */
  from?: number;
  until?: number;
  attributes?: Record<string, string>;
  /** The element with the status; that of success where absent. */
  status?: string;
}

/**
 * An identity provider for tests, with a key and a certificate of its own. It writes all XML in canonical form, so that
 * what is signed is the text itself.
 */
export class IdentityProvider {
  readonly entityID = `urn:test:${randomUUID()}`;
  readonly ssoURL = 'https://idp.example/sso';
  readonly certificate: string;
  readonly #key: KeyObject;

  constructor(validity?: Validity, modulusLength = 2048) {
    const keys = generateKeyPairSync('rsa', { modulusLength });
    this.#key = keys.privateKey;
    this.certificate = selfSigned(keys, validity);
  }

  /** What an administrator enters to trust this provider. */
  get settings() {
    return { label: 'Work', entityID: this.entityID, ssoURL: this.ssoURL, certificate: this.certificate };
  }

  /** A complete answer with its assertion signed. */
  response(fields: ResponseFields): string {
    return this.wrap(fields, this.sign(this.assertion(fields)));
  }

  /** An assertion without a signature. */
  assertion(fields: ResponseFields): string {
    const { now, from = -30_000, until = 300_000 } = fields;
    const at = (offset: number) => new Date(now.getTime() + offset).toISOString();
    const attributes = Object.entries(fields.attributes ?? {}).map(
      ([name, value]) =>
        `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
    );
    return (
      `<saml:Assertion xmlns:saml="${NAMESPACES.saml}" ID="${fields.assertionId ?? newXmlId()}" IssueInstant="${at(0)}" Version="2.0">` +
      `<saml:Issuer>${fields.issuer ?? this.entityID}</saml:Issuer>` +
      `<saml:Subject><saml:NameID>${fields.email}</saml:NameID>` +
      `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">` +
      `<saml:SubjectConfirmationData InResponseTo="${fields.requestId}" NotOnOrAfter="${at(until)}" Recipient="${fields.recipient ?? fields.acsURL}"></saml:SubjectConfirmationData>` +
      `</saml:SubjectConfirmation></saml:Subject>` +
      `<saml:Conditions NotBefore="${at(from)}" NotOnOrAfter="${at(until)}"><saml:AudienceRestriction><saml:Audience>${fields.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
      `<saml:AuthnStatement AuthnInstant="${at(0)}"></saml:AuthnStatement>` +
      (attributes.length > 0
        ? `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>`
        : '') +
      `</saml:Assertion>`
    );
  }

  /** Puts an enveloped signature behind the issuer of an element, which is an assertion or a response. */
  sign(xml: string, uri?: string): string {
    const signature = this.signatureOf(xml, uri);
    return xml.replace(/(<saml:Issuer[^>]*>[^<]*<\/saml:Issuer>)/, (issuer) => issuer + signature);
  }

  /** The signature of an element, to be put anywhere; `uri` names something else than the element. */
  signatureOf(xml: string, uri = `#${/ ID="([^"]+)"/.exec(xml)?.[1] ?? ''}`): string {
    const digest = createHash('sha256').update(xml).digest('base64');
    const info = (namespace: string) =>
      `<ds:SignedInfo${namespace}><ds:CanonicalizationMethod Algorithm="${EXCLUSIVE_C14N}"></ds:CanonicalizationMethod>` +
      `<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></ds:SignatureMethod>` +
      `<ds:Reference URI="${uri}"><ds:Transforms><ds:Transform Algorithm="${NAMESPACES.ds}enveloped-signature"></ds:Transform>` +
      `<ds:Transform Algorithm="${EXCLUSIVE_C14N}"></ds:Transform></ds:Transforms>` +
      `<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod>` +
      `<ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`;
    const signed = info(` xmlns:ds="${NAMESPACES.ds}"`);
    const value = createSign('RSA-SHA256').update(signed).sign(this.#key, 'base64');
    return `<ds:Signature xmlns:ds="${NAMESPACES.ds}">${info('')}<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`;
  }

  /** An answer around what stands for its assertion. */
  wrap({ acsURL, requestId, issuer, now, status }: ResponseFields, content: string): string {
    return (
      `<samlp:Response xmlns:samlp="${NAMESPACES.samlp}" Destination="${acsURL}" ID="${newXmlId()}" InResponseTo="${requestId}" IssueInstant="${now.toISOString()}" Version="2.0">` +
      `<saml:Issuer xmlns:saml="${NAMESPACES.saml}">${issuer ?? this.entityID}</saml:Issuer>` +
      `${status ?? statusOf('Success')}` +
      `${content}</samlp:Response>`
    );
  }
}

/** A status with its codes, each inside of the one before it. */
export function statusOf(...codes: string[]): string {
  const starts = codes.map((code) => `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${code}">`);
  return `<samlp:Status>${starts.join('')}${'</samlp:StatusCode>'.repeat(codes.length)}</samlp:Status>`;
}

/** A new id as XML wants it: it must not begin with a digit. */
export function newXmlId(): string {
  return `_${randomUUID()}`;
}

/** From when to when a certificate is valid, in days from now. */
interface Validity {
  from: number;
  until: number;
}

/** A certificate that vouches for itself, for two days around now where nothing else is said. */
export function selfSigned(
  { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject },
  { from, until }: Validity = { from: -1, until: 1 },
): string {
  const algorithm = sequence(objectId(SHA256_WITH_RSA), nullElement());
  const name = sequence(set(sequence(objectId(COMMON_NAME), text('Test identity provider'))));
  const at = (days: number) => time(new Date(Date.now() + days * DAY_MS));
  const validity = sequence(at(from), at(until));
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const body = sequence(integer(1), algorithm, name, validity, name, key);
  const signature = createSign('SHA256').update(body).sign(privateKey);
  const base64 = sequence(body, algorithm, bits(signature)).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, '$&\n').trim()}\n-----END CERTIFICATE-----`;
}
