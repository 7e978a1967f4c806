import type { Kysely } from 'kysely';
import type { IDToken, UserInfoResponse } from 'openid-client';
import { domainOf, normalizeEmail } from '#server/base/email-addresses.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { hasVerifiedDomain } from '../joining/email-domains.ts';
import { checkSubject, type Person } from '../sign-on/identities.ts';
import { refusedResponse, SignOnError } from '../sign-on/sign-on-error.ts';

const MAX_NAME_LENGTH = 100;

/** The claims of a provider about a person. */
export interface SentClaims {
  /** Verified. */
  token: IDToken;
  /** The userinfo response; undefined if it was not requested. */
  answered: UserInfoResponse | undefined;
}

type Source = Record<string, unknown>;

/** Why an address counts, or why it doesn't. */
export type AddressProof =
  | 'email_verified'
  | 'xms_edov'
  | 'verified-domain'
  | 'says-unverified'
  | 'says-nothing'
  | 'other-domain';

/** The claims that are used. */
export interface TakenClaims {
  subject: string;
  email: { value: string; from: 'ID token' | 'userinfo'; proof: AddressProof } | null;
  displayName: { value: string; from: 'name' | 'email' } | null;
}

/**
 * Whether the provider confirms an address; undefined if it says nothing, or nothing that the standard
 * defines. Entra has a different claim, in several forms: that the domain's owner has verified the address.
 */
function verdictOf({ email_verified: isVerified, xms_edov: edov }: Source): Said | undefined {
  if (isVerified === true) return 'email_verified';
  if (isTrue(edov)) return 'xms_edov';
  const isSilent = [isVerified, edov].every((claim) => claim == null || isTrue(claim));
  return isSilent ? undefined : 'says-unverified';
}

type Said = 'email_verified' | 'xms_edov' | 'says-unverified';

const isTrue = (value: unknown) => [true, 1, '1', 'true', 'True', 'TRUE'].some((form) => form === value);

/** The person of what a provider says, whose address it or the organization stands for. Throws `SignOnError`. */
export async function personOf(
  db: Kysely<Database>,
  provider: Row<'oidc_providers'>,
  claims: SentClaims,
): Promise<Person> {
  const { subject, email, displayName } = await takeClaims(db, provider, claims);
  if (email === null || displayName === null) {
    const isMissing = [claims.token, claims.answered].every((source) => source?.['email'] == null);
    if (!isMissing) throw refusedResponse('The email address of the response is not valid.');
    throw new SignOnError('sso-no-address', 'The response has no email address.');
  }
  if (!countsAsVerified(email.proof))
    throw new SignOnError('sso-unverified', `The email address does not count (${email.proof}).`);
  return { subject: checkSubject(subject), email: email.value, displayName: displayName.value };
}

export function countsAsVerified(proof: AddressProof): boolean {
  return proof === 'email_verified' || proof === 'xms_edov' || proof === 'verified-domain';
}

/**
 * The address of the ID token or, where that has none, of the provider's answer. Where the provider does not say whether
 * it is confirmed, it counts in the domains that the organization has verified, if the provider's settings say so. An
 * address that it says is not confirmed never does.
 */
export async function takeClaims(
  db: Kysely<Database>,
  provider: Row<'oidc_providers'>,
  { token, answered }: SentClaims,
): Promise<TakenClaims> {
  const from = token['email'] === undefined && answered ? ('userinfo' as const) : ('ID token' as const);
  const source: Source = from === 'userinfo' ? { ...answered } : token;
  const value = addressIn(source);
  const names = [source['name'], token['name'], nameOfParts(source), nameOfParts(token)];
  const name = names.find((text): text is string => typeof text === 'string' && text.trim() !== '');
  const subject = token.sub;
  const displayName = name === undefined ? null : { value: shortenName(name.trim()), from: 'name' as const };
  if (value === null) return { subject, email: null, displayName };
  const proof = verdictOf(source) ?? (await proofByDomain(db, provider, value));
  const fallback = { value: shortenName(localPartOf(value)), from: 'email' as const };
  return { subject, email: { value, from, proof }, displayName: displayName ?? fallback };
}

const localPartOf = (email: string): string => email.slice(0, email.indexOf('@'));

const shortenName = (name: string): string => [...name].slice(0, MAX_NAME_LENGTH).join('');

async function proofByDomain(
  db: Kysely<Database>,
  { organization_id: organizationId, trusts_verified_domains: trusts }: Row<'oidc_providers'>,
  email: string,
): Promise<AddressProof> {
  if (!trusts) return 'says-nothing';
  return (await hasVerifiedDomain(db, organizationId, domainOf(email))) ? 'verified-domain' : 'other-domain';
}

function addressIn({ email }: Source): string | null {
  return typeof email === 'string' ? normalizeEmail(email) : null;
}

function nameOfParts({ given_name: given, family_name: family }: Source): string {
  return [given, family].filter((part) => typeof part === 'string').join(' ');
}
