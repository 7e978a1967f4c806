import { normalizeEmail } from '#server/access/email-addresses.ts';
import { attributeOf, childrenOf, memberOf, onlyChild, textOf } from './parsed-xml.ts';
import { invalidResponse } from './saml-error.ts';

/** What an assertion must agree with. */
export interface ExpectedAssertion {
  /** Name that the identity provider has for itself. */
  issuer: string;
  /** Where answers are to be sent. */
  recipient: string;
  now: Date;
}

/** What a checked assertion says. */
export interface Claims {
  assertionId: string;
  /** The request that it answers. */
  inResponseTo: string;
  /** When it can be used no more. */
  expiresAt: Date;
  email: string;
  displayName: string;
}

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
/** How far the clocks of both sides may be apart. */
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
 * Reads an assertion whose signature was checked: who sent it, whom it is for, when and for which request it holds, and
 * whom it names. Throws a refusal where any of it is missing or wrong.
 */
export function validateAssertion(parsed: unknown, expected: ExpectedAssertion): Claims {
  const assertion = memberOf(parsed, 'Assertion');
  const assertionId = attributeOf(assertion, 'ID');
  if (assertionId === undefined) throw invalidResponse('The assertion has no ID.');
  const issuer = textOf(onlyChild(assertion, 'Issuer'));
  if (issuer !== expected.issuer)
    throw invalidResponse(`The assertion has an unexpected issuer: ${issuer ?? 'none'}.`);
  const conditions = onlyChild(assertion, 'Conditions');
  if (childrenOf(conditions, 'AudienceRestriction').length === 0)
    throw invalidResponse('The assertion has no audience.');
  assertTime(conditions, expected.now);
  assertSignedIn(assertion, expected.now);
  const subject = onlyChild(assertion, 'Subject');
  const person = personOf(assertion, subject);
  return { assertionId, ...confirmationOf(subject, expected), ...person };
}

/** The one confirmation that holds here and now. */
function confirmationOf(subject: unknown, { recipient, now }: ExpectedAssertion) {
  const confirmations = childrenOf(subject, 'SubjectConfirmation')
    .filter((confirmation) => attributeOf(confirmation, 'Method') === BEARER)
    .map((confirmation) => onlyChild(confirmation, 'SubjectConfirmationData'));
  const data = confirmations.find((candidate) => attributeOf(candidate, 'Recipient') === recipient);
  if (!data) throw invalidResponse('The assertion is for another recipient.');
  assertTime(data, now);
  const inResponseTo = attributeOf(data, 'InResponseTo');
  const end = attributeOf(data, 'NotOnOrAfter');
  if (inResponseTo === undefined || end === undefined)
    throw invalidResponse('The assertion has no InResponseTo or no NotOnOrAfter.');
  return { inResponseTo, expiresAt: new Date(timeOf(end) + SKEW_MS) };
}

/** Throws where the moment is outside of what an element allows. */
function assertTime(element: unknown, now: Date): void {
  const start = attributeOf(element, 'NotBefore');
  const end = attributeOf(element, 'NotOnOrAfter');
  if (start !== undefined && timeOf(start) - SKEW_MS > now.getTime())
    throw invalidResponse('The assertion is not valid yet.');
  if (end !== undefined && timeOf(end) + SKEW_MS <= now.getTime())
    throw invalidResponse('The assertion has expired.');
}

/** Without it, an assertion says something about a person, but not that the person has signed in. */
function assertSignedIn(assertion: unknown, now: Date): void {
  const statements = childrenOf(assertion, 'AuthnStatement');
  if (statements.length === 0) throw invalidResponse('The assertion has no AuthnStatement.');
  for (const statement of statements) {
    const end = attributeOf(statement, 'SessionNotOnOrAfter');
    if (end !== undefined && timeOf(end) + SKEW_MS <= now.getTime())
      throw invalidResponse('The session at the identity provider has ended.');
  }
}

function timeOf(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw invalidResponse('The assertion has an invalid time.');
  return time;
}

/** The address in the name, or in an attribute that is known to hold it; the name shown from an attribute. */
function personOf(assertion: unknown, subject: unknown): Pick<Claims, 'email' | 'displayName'> {
  const attributes = attributesOf(assertion);
  const named = [
    textOf(onlyChild(subject, 'NameID')),
    ...EMAIL_ATTRIBUTES.map((name) => attributes.get(name)),
  ];
  const email = named.map((value) => (value === undefined ? null : normalizeEmail(value))).find(Boolean);
  if (email == null) throw invalidResponse('The assertion has no email address.');
  const displayName = NAME_ATTRIBUTES.map((name) => attributes.get(name)?.trim()).find(Boolean);
  return {
    email,
    displayName: (displayName ?? email.slice(0, email.indexOf('@'))).slice(0, MAX_NAME_LENGTH),
  };
}

/** Attributes with exactly one value, by name in lower case. */
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
