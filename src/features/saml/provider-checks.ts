import type { SamlProvider } from '#api/generated/types.gen.ts';
import type { Tone } from '#src/ui/badge.tsx';
import { readCertificates } from './certificates.ts';
import { expiryOfProvider } from './expiry.ts';

/** One thing that a working provider needs. */
export interface ProviderCheck {
  says: string;
  state: 'good' | 'warning' | 'bad';
}

/** Whether a provider has all that a sign-in through it needs. */
export const isComplete = ({ ssoURL, entityID, certificate }: SamlProvider): boolean =>
  Boolean(ssoURL && entityID && certificate);

/** What is right with a provider and what is not, as sentences. */
export function checksOf(provider: SamlProvider, now = new Date()): ProviderCheck[] {
  const { ssoURL, entityID, certificate, status } = provider;
  const checks: ProviderCheck[] = [];
  const note = (state: ProviderCheck['state'], says: string) => checks.push({ state, says });
  if (!ssoURL) note('bad', 'The sign-in address is missing.');
  else if (ssoURL.startsWith('https:')) note('good', 'The sign-in address is encrypted.');
  else note('warning', 'The sign-in address is not encrypted.');
  if (entityID) note('good', 'The entity ID is there; it has to be the very same on the other side.');
  else note('bad', 'The entity ID is missing.');
  if (!certificate) note('bad', 'The certificate is missing: signatures cannot be checked.');
  else if ('problem' in readCertificates(certificate)) note('bad', 'The certificate cannot be read.');
  const expiry = expiryOfProvider(certificate, now);
  if (expiry) {
    const state = { valid: 'good', soon: 'warning', expired: 'bad', future: 'bad' } as const;
    // Only the first letter gives way: a month keeps its own.
    const says = expiry.says.charAt(0).toLowerCase() + expiry.says.slice(1);
    note(state[expiry.state], `Certificate: ${says}.`);
  }
  if (status === 'active') note('good', 'Somebody has signed in through it.');
  else note('warning', 'Nobody has signed in through it as it is now. Test it.');
  return checks;
}

/** The state of a provider in a word. */
export function statusWords(provider: SamlProvider): { label: string; tone: Tone; meaning: string } {
  if (!isComplete(provider))
    return {
      label: 'Incomplete',
      tone: 'warning',
      meaning: 'Something is missing, so nobody can sign in through it.',
    };
  if (provider.status === 'active')
    return { label: 'Active', tone: 'success', meaning: 'Somebody has signed in through it.' };
  if (provider.status === 'pending')
    return { label: 'Not tested', tone: 'info', meaning: 'Nobody has signed in through it as it is now.' };
  return {
    label: provider.status,
    tone: 'neutral',
    meaning: 'The server has given this state a meaning of its own.',
  };
}
