import { normalizeEmail } from '#server/base/email-addresses.ts';
import { checkSubject, type Person } from '../sign-on/identities.ts';
import { SignOnError } from '../sign-on/sign-on-error.ts';
import { attributeOf, childrenOf, onlyChild, textOf } from './xml-elements.ts';

/** Identifies a person for one session only. */
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

const SCHEMAS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/** In lower case. New ones are added at the end: the first ones also name people without a lasting NameID. */
const EMAIL_ATTRIBUTES = [
  'email',
  'mail',
  'emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  `${SCHEMAS}/emailaddress`,
  'http://schemas.xmlsoap.org/claims/emailaddress',
  'urn:oid:1.2.840.113549.1.9.1',
  'urn:mace:dir:attribute-def:mail',
  'email_address',
  'email-address',
  'e-mail',
  'user.email',
  'user.mail',
  'user_email',
  'useremail',
  'primaryemail',
  'primary_email',
  'mailaddress',
];
const DISPLAY_NAME_ATTRIBUTES = [
  'displayname',
  'display_name',
  'user.displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'urn:mace:dir:attribute-def:displayname',
  'http://schemas.microsoft.com/identity/claims/displayname',
  `${SCHEMAS}/displayname`,
  'fullname',
  'full_name',
];
const GIVEN_NAME_ATTRIBUTES = [
  'givenname',
  'given_name',
  'firstname',
  'first_name',
  'user.firstname',
  'user.givenname',
  'urn:oid:2.5.4.42',
  'urn:mace:dir:attribute-def:givenname',
  `${SCHEMAS}/givenname`,
];
const SURNAME_ATTRIBUTES = [
  'surname',
  'sn',
  'lastname',
  'last_name',
  'familyname',
  'family_name',
  'user.lastname',
  'user.surname',
  'urn:oid:2.5.4.4',
  'urn:mace:dir:attribute-def:sn',
  `${SCHEMAS}/surname`,
];
/**
 * Attributes that some providers fill with a sign-in name, which is no name of a person if it is an address.
 */
const NAME_ATTRIBUTES = [
  `${SCHEMAS}/name`,
  'name',
  'cn',
  'commonname',
  'urn:oid:2.5.4.3',
  'urn:mace:dir:attribute-def:cn',
  'http://schemas.xmlsoap.org/claims/commonname',
];
const MAX_NAME_LENGTH = 100;

/** The attributes that an administrator names; they are read first, in this order. */
export interface ClaimNames {
  email: readonly string[];
  name: readonly string[];
}

/** An attribute, as the provider sent it. */
export interface SentAttribute {
  name: string;
  values: string[];
}

/** The values of a response about a person, for the administrator who tests it. */
export interface SentPerson {
  nameId: string | null;
  nameIdFormat: string | null;
  attributes: SentAttribute[];
}

/** A value, and what it was taken from: the names of attributes, or a sentence's rest. */
export interface TakenValue {
  value: string;
  from: string;
}

export interface TakenPerson {
  email: TakenValue | null;
  displayName: TakenValue | null;
  subject: TakenValue | null;
}

/** The values of a verified assertion about its person. */
export function sentPersonOf(assertion: unknown): SentPerson {
  const nameId = onlyChild(onlyChild(assertion, 'Subject'), 'NameID');
  const attributes = childrenOf(assertion, 'AttributeStatement')
    .flatMap((statement) => childrenOf(statement, 'Attribute'))
    .flatMap((attribute): SentAttribute[] => {
      const name = attributeOf(attribute, 'Name');
      const values = childrenOf(attribute, 'AttributeValue').flatMap((value) => textOf(value) ?? []);
      return name === undefined ? [] : [{ name, values }];
    });
  return {
    nameId: textOf(nameId) || null,
    nameIdFormat: attributeOf(nameId, 'Format') ?? null,
    attributes,
  };
}

/** The values used as address, name and lasting identity. Null for missing ones. */
export function takePerson(sent: SentPerson, names: ClaimNames): TakenPerson {
  const nameIdAddress = addressOf(sent.nameId);
  const fromNameId = nameIdAddress === null ? null : { value: nameIdAddress, from: 'NameID' };
  const email = firstAddress(sent, [...names.email, ...EMAIL_ATTRIBUTES]) ?? fromNameId;
  const name = nameOf(sent, names, email);
  const displayName = name && { ...name, value: [...name.value].slice(0, MAX_NAME_LENGTH).join('') };
  return { email, displayName, subject: subjectOf(sent, email) };
}

/** The person of a verified assertion. Throws `SignOnError` if it has no address. */
export function personOf(assertion: unknown, names: ClaimNames): Person {
  const { email, displayName, subject } = takePerson(sentPersonOf(assertion), names);
  if (email === null || displayName === null || subject === null)
    throw new SignOnError('sso-no-address', 'The assertion has no email address.');
  return {
    subject: checkSubject(subject.value),
    email: email.value,
    displayName: displayName.value,
  };
}

/**
 * The person's lasting identity at the provider: the NameID, or the address where the NameID changes each
 * time. The choice of the address does not depend on the provider's settings, so that a change of them
 * creates no second person.
 */
function subjectOf(sent: SentPerson, email: TakenValue | null): TakenValue | null {
  const { nameId, nameIdFormat } = sent;
  const address = addressOf(nameId);
  if (nameId !== null && nameIdFormat !== TRANSIENT)
    return { value: address?.toLowerCase() ?? nameId, from: 'NameID' };
  const sentAddress =
    address === null ? (firstAddress(sent, EMAIL_ATTRIBUTES) ?? email) : { value: address, from: 'NameID' };
  return sentAddress && { value: sentAddress.value.toLowerCase(), from: sentAddress.from };
}

function nameOf(sent: SentPerson, names: ClaimNames, email: TakenValue | null): TakenValue | null {
  const sentName = firstText(sent, names.name) ?? firstText(sent, DISPLAY_NAME_ATTRIBUTES, isNoAddress);
  if (sentName) return sentName;
  const parts = [firstText(sent, GIVEN_NAME_ATTRIBUTES), firstText(sent, SURNAME_ATTRIBUTES)].flatMap(
    (part) => part ?? [],
  );
  if (parts.length > 0)
    return {
      value: parts.map(({ value }) => value).join(' '),
      from: parts.map(({ from }) => from).join(' + '),
    };
  const name = firstText(sent, NAME_ATTRIBUTES, isNoAddress);
  return name ?? (email && { value: email.value.slice(0, email.value.indexOf('@')), from: email.from });
}

const isNoAddress = (text: string) => !text.includes('@');

function addressOf(text: string | null): string | null {
  return text === null ? null : normalizeEmail(text);
}

function firstAddress(sent: SentPerson, names: readonly string[]): TakenValue | null {
  const email = firstText(sent, names, (text) => addressOf(text) !== null);
  return email && { value: addressOf(email.value) ?? '', from: email.from };
}

/** The first value that is accepted, of the first of the names that has one. */
function firstText(
  { attributes }: SentPerson,
  names: readonly string[],
  isAccepted: (text: string) => boolean = () => true,
): TakenValue | null {
  for (const name of names) {
    for (const attribute of attributes) {
      if (attribute.name.toLowerCase() !== name.toLowerCase()) continue;
      const value = attribute.values
        .map((text) => text.trim())
        .find((text) => text !== '' && isAccepted(text));
      if (value !== undefined) return { value, from: attribute.name };
    }
  }
  return null;
}
