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

/** The fields of a response; tests change them. */
export interface ResponseFields {
  /** The id of the request, from the redirect URL. */
  requestId: string;
  acsURL: string;
  audience: string;
  email: string;
  now: Date;
  recipient?: string;
  issuer?: string;
  assertionId?: string;
  /** The validity of the assertion, in milliseconds from now. */
  from?: number;
  until?: number;
  attributes?: Record<string, string>;
  /** The status element; success by default. */
  status?: string;
}

/**
 * A test identity provider with its own key and certificate. It writes canonical XML, so the signed bytes are the text
 * itself.
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

  /** The settings that an administrator enters. */
  get settings() {
    return { label: 'Work', entityID: this.entityID, ssoURL: this.ssoURL, certificate: this.certificate };
  }

  /** A complete response with a signed assertion. */
  response(fields: ResponseFields): string {
    return this.wrap(fields, this.sign(this.assertion(fields)));
  }

  /** An unsigned assertion. */
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

  /** Inserts an enveloped signature after the issuer of an assertion or a response. */
  sign(xml: string, uri?: string): string {
    const signature = this.signatureOf(xml, uri);
    return xml.replace(/(<saml:Issuer[^>]*>[^<]*<\/saml:Issuer>)/, (issuer) => issuer + signature);
  }

  /** The signature of an element; `uri` overrides the referenced id. */
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

  /** Wraps content in a response. */
  wrap({ acsURL, requestId, issuer, now, status }: ResponseFields, content: string): string {
    return (
      `<samlp:Response xmlns:samlp="${NAMESPACES.samlp}" Destination="${acsURL}" ID="${newXmlId()}" InResponseTo="${requestId}" IssueInstant="${now.toISOString()}" Version="2.0">` +
      `<saml:Issuer xmlns:saml="${NAMESPACES.saml}">${issuer ?? this.entityID}</saml:Issuer>` +
      `${status ?? statusOf('Success')}` +
      `${content}</samlp:Response>`
    );
  }
}

/** A status with nested codes. */
export function statusOf(...codes: string[]): string {
  const starts = codes.map((code) => `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${code}">`);
  return `<samlp:Status>${starts.join('')}${'</samlp:StatusCode>'.repeat(codes.length)}</samlp:Status>`;
}

/** A new XML id: it must not start with a digit. */
export function newXmlId(): string {
  return `_${randomUUID()}`;
}

/** The validity of a certificate, in days from now. */
interface Validity {
  from: number;
  until: number;
}

/** A self-signed certificate, valid for two days around now by default. */
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
