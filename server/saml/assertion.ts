import { normalizeEmail } from '#server/access/email-addresses.ts';
import { checkSubject } from '#server/sign-on/identities.ts';
import { refusedResponse } from '#server/sign-on/sign-on-error.ts';
import { attributeOf, childrenOf, memberOf, onlyChild, textOf } from './xml-elements.ts';

/** The expected values of an assertion. */
export interface ExpectedAssertion {
  /** The entity id of the identity provider. */
  issuer: string;
  /** The URL of our assertion consumer service. */
  recipient: string;
  now: Date;
}

/** The claims of a validated assertion. */
export interface Claims {
  assertionId: string;
  /** The id of the request that it responds to. */
  inResponseTo: string;
  expiresAt: Date;
  /** The NameID; an address in lower case. */
  subject: string;
  email: string;
  displayName: string;
}

/** Names nobody for longer than a session. */
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
/** The allowed clock skew. */
const SKEW_MS = 60_000;

const EMAIL_ATTRIBUTES = [
  'email',
  'mail',
  'emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
];
const NAME_ATTRIBUTES = [
  'displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
  'name',
  'cn',
];
const MAX_NAME_LENGTH = 100;

/**
 * Validates an assertion with a verified signature (issuer, audience, time, request) and extracts the person. Throws if
 * anything is missing or wrong.
 */
export function validateAssertion(parsed: unknown, expected: ExpectedAssertion): Claims {
  const assertion = memberOf(parsed, 'Assertion');
  const assertionId = attributeOf(assertion, 'ID');
  if (assertionId === undefined) throw refusedResponse('The assertion has no ID.');
  const issuer = textOf(onlyChild(assertion, 'Issuer'));
  if (issuer !== expected.issuer)
    throw refusedResponse(`The assertion has an unexpected issuer: ${issuer ?? 'none'}.`);
  const conditions = onlyChild(assertion, 'Conditions');
  if (childrenOf(conditions, 'AudienceRestriction').length === 0)
    throw refusedResponse('The assertion has no audience.');
  assertTime(conditions, expected.now);
  assertSignedIn(assertion, expected.now);
  const subject = onlyChild(assertion, 'Subject');
  const person = personOf(assertion, subject);
  return { assertionId, ...confirmationOf(subject, expected), ...person };
}

/** The confirmation that is valid here and now. */
function confirmationOf(subject: unknown, { recipient, now }: ExpectedAssertion) {
  const confirmations = childrenOf(subject, 'SubjectConfirmation')
    .filter((confirmation) => attributeOf(confirmation, 'Method') === BEARER)
    .map((confirmation) => onlyChild(confirmation, 'SubjectConfirmationData'));
  const data = confirmations.find((candidate) => attributeOf(candidate, 'Recipient') === recipient);
  if (!data) throw refusedResponse('The assertion is for another recipient.');
  assertTime(data, now);
  const inResponseTo = attributeOf(data, 'InResponseTo');
  const end = attributeOf(data, 'NotOnOrAfter');
  if (inResponseTo === undefined || end === undefined)
    throw refusedResponse('The assertion has no InResponseTo or no NotOnOrAfter.');
  return { inResponseTo, expiresAt: new Date(timeOf(end) + SKEW_MS) };
}

function assertTime(element: unknown, now: Date): void {
  const start = attributeOf(element, 'NotBefore');
  const end = attributeOf(element, 'NotOnOrAfter');
  if (start !== undefined && timeOf(start) - SKEW_MS > now.getTime())
    throw refusedResponse('The assertion is not valid yet.');
  if (end !== undefined && timeOf(end) + SKEW_MS <= now.getTime())
    throw refusedResponse('The assertion has expired.');
}

/** Without an AuthnStatement, an assertion does not say that the person has signed in. */
function assertSignedIn(assertion: unknown, now: Date): void {
  const statements = childrenOf(assertion, 'AuthnStatement');
  if (statements.length === 0) throw refusedResponse('The assertion has no AuthnStatement.');
  for (const statement of statements) {
    const end = attributeOf(statement, 'SessionNotOnOrAfter');
    if (end !== undefined && timeOf(end) + SKEW_MS <= now.getTime())
      throw refusedResponse('The session at the identity provider has ended.');
  }
}

function timeOf(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw refusedResponse('The assertion has an invalid time.');
  return time;
}

/** The email from the NameID or a known attribute; the display name from an attribute. */
function personOf(assertion: unknown, subject: unknown): Pick<Claims, 'subject' | 'email' | 'displayName'> {
  const attributes = attributesOf(assertion);
  const nameId = onlyChild(subject, 'NameID');
  const addresses = [textOf(nameId), ...EMAIL_ATTRIBUTES.map((name) => attributes.get(name))];
  const email = addresses.map((value) => (value === undefined ? null : normalizeEmail(value))).find(Boolean);
  if (email == null) throw refusedResponse('The assertion has no email address.');
  const named = NAME_ATTRIBUTES.map((attribute) => attributes.get(attribute)?.trim()).find(Boolean);
  const name = named ?? email.slice(0, email.indexOf('@'));
  return {
    subject: subjectOf(nameId, email),
    email,
    displayName: [...name].slice(0, MAX_NAME_LENGTH).join(''),
  };
}

/** Who the person is at the provider: the NameID, or the address where the NameID is another one each time. */
function subjectOf(nameId: unknown, email: string): string {
  const text = textOf(nameId);
  if (text === undefined || text === '' || attributeOf(nameId, 'Format') === TRANSIENT)
    return checkSubject(email.toLowerCase());
  return checkSubject(normalizeEmail(text)?.toLowerCase() ?? text);
}

/** Attributes with exactly one value, by lower-case name. */
function attributesOf(assertion: unknown): Map<string, string> {
  const attributes = childrenOf(assertion, 'AttributeStatement').flatMap((statement) =>
    childrenOf(statement, 'Attribute'),
  );
  return new Map(
    attributes.flatMap((attribute) => {
      const name = attributeOf(attribute, 'Name');
      const value = textOf(onlyChild(attribute, 'AttributeValue'));
      return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value] as const];
    }),
  );
}
