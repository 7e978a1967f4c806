import { ssoErrorMessage } from '#src/domain/sign-in/sso.tsx';
import { trustsVerifiedDomainsLabel } from '#src/lib/shared-labels.ts';
import type { SignInTest } from './sign-in-test.ts';

/** Why an address counts, or does not. */
const proofs: Record<string, string> = {
  email_verified: 'Verified: the provider says so (email_verified).',
  xms_edov: 'Verified: the provider says that the domain’s owner confirmed it (xms_edov).',
  'verified-domain': 'Verified: your organization verified the domain, and trusts the provider for it.',
  'says-unverified': 'Not verified: the provider says so.',
  'says-nothing': 'Not verified: the provider says nothing about it.',
  'other-domain': 'Not verified: your organization didn’t verify the domain.',
};

export const proofLabel = (proof: string): string => proofs[proof] ?? proof;

/** Instructions for an administrator about an address that does not count. */
const unverified: Record<string, string> = {
  'says-unverified': 'Addresses that the provider calls unconfirmed never count. Confirm it there.',
  'says-nothing': `Turn on “${trustsVerifiedDomainsLabel}” in the provider’s settings, or let the provider send email_verified or xms_edov.`,
  'other-domain':
    'Verify the domain in the settings under Access, or let the provider send email_verified or xms_edov.',
};

/** Instructions for an administrator about a refusal, by its code. */
const refusals: Record<string, string> = {
  'sso-no-address': 'The provider sent no email address. Let the application there send one as “email”.',
  'sso-sha1': 'SHA-1 is no longer secure. Let the application at the provider sign with SHA-256.',
  'sso-encrypted': 'Encrypted assertions can’t be read here. Turn off encryption for the application there.',
  'sso-unsolicited': 'Responses have to name their request. Change that at the provider.',
  'sso-certificate': 'The certificate is expired or not yet valid. Enter the current one in the settings.',
  'sso-denied': 'The provider denied the sign-in. Give the person access to the application there.',
  'sso-refused': 'The response can’t be verified. Compare the settings here and at the provider.',
  'sso-account': 'The person is disabled here, or has an account outside of this organization.',
};

interface OutcomeLabel {
  tone: 'success' | 'info' | 'danger';
  title: string;
  text: string;
  /** Technical, for who sets the provider up. */
  reason?: string;
}

/** The outcome of a sign-in, and instructions where it would be refused. */
export function describeOutcome({ outcome, proof }: Pick<SignInTest, 'outcome' | 'proof'>): OutcomeLabel {
  switch (outcome.kind) {
    case 'linked': {
      const { displayName, email, offeredEmail } = outcome;
      const offer = offeredEmail === null ? '' : ` The person is offered ${offeredEmail} as its address.`;
      return {
        tone: 'success',
        title: 'Signs in to an existing account',
        text: `${displayName}, ${email}.${offer}`,
      };
    }
    case 'to-link':
      return {
        tone: 'info',
        title: 'An account has this address',
        text: outcome.hasCredential
          ? 'The person signs in as before once, and confirms that both are one.'
          : 'The person opens a mailed link or a sign-in link from an administrator once, and confirms that both are one.',
      };
    case 'new':
      return {
        tone: 'success',
        title: 'Creates a new account',
        text: `Role: ${outcome.role ?? 'guest'}. Team: ${outcome.team ?? 'None'}.`,
      };
    case 'refused':
      return { tone: 'danger', title: 'Refuses the sign-in', ...describeRefusal(outcome, proof) };
  }
}

function describeRefusal(
  { code, reason }: { code: string; reason: string },
  proof: string | null,
): Pick<OutcomeLabel, 'text' | 'reason'> {
  const text = code === 'sso-unverified' ? unverified[proof ?? ''] : refusals[code];
  if (code === 'sso-unverified' && text !== undefined) return { text };
  return { text: text ?? ssoErrorMessage(code), reason };
}

/** Claims that are times, in seconds since 1970. */
const timeClaims = new Set(['exp', 'iat', 'nbf', 'auth_time', 'updated_at']);

/** The time of a claim, ISO 8601; null for what is none. */
export function timeOfClaim(name: string, value: string): string | null {
  return timeClaims.has(name) && /^\d{9,10}$/.test(value)
    ? new Date(Number(value) * 1000).toISOString()
    : null;
}
