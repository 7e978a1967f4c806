import { refusedResponse } from '../sign-on/sign-on-error.ts';
import { type ClaimNames, personOf } from './person.ts';
import { attributeOf, childrenOf, memberOf, onlyChild, textOf } from './xml-elements.ts';

/** The expected values of an assertion. */
export interface ExpectedAssertion {
  /** The entity id of the identity provider. */
  issuer: string;
  /** The URL of our assertion consumer service. */
  recipient: string;
  /** The attributes that the provider's settings name. */
  names: ClaimNames;
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

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
/** The allowed clock skew. */
const SKEW_MS = 60_000;

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
  const person = personOf(assertion, expected.names);
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
