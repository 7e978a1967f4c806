import type { OidcProvider, SamlProvider } from '#api/generated/types.gen.ts';
import type { Tone } from '#src/ui/badge.tsx';
import { parseCertificates, expiryOfProvider } from './certificates.ts';

export interface ProviderCheck {
  message: string;
  state: 'passed' | 'warning' | 'failed';
}

export const isComplete = ({ ssoURL, entityID, certificate }: SamlProvider): boolean =>
  Boolean(ssoURL && entityID && certificate);

export function checksOf(provider: SamlProvider, now = new Date()): ProviderCheck[] {
  const { ssoURL, entityID, certificate, status } = provider;
  const checks: ProviderCheck[] = [];
  const addCheck = (state: ProviderCheck['state'], message: string) =>
    checks.push({ state, message: message });
  if (!ssoURL) addCheck('failed', 'IdP SSO URL is missing.');
  else if (ssoURL.startsWith('https:')) addCheck('passed', 'IdP SSO URL uses HTTPS.');
  else addCheck('warning', 'IdP SSO URL doesn’t use HTTPS.');
  if (entityID) addCheck('passed', 'IdP entity ID is set. It must match the identity provider exactly.');
  else addCheck('failed', 'IdP entity ID is missing.');
  if (!certificate) addCheck('failed', 'Certificate is missing. Signatures can’t be verified.');
  else if ('problem' in parseCertificates(certificate)) addCheck('failed', 'Certificate can’t be read.');
  const expiry = expiryOfProvider(certificate, now);
  if (expiry) {
    const state = { valid: 'passed', soon: 'warning', expired: 'failed', future: 'failed' } as const;
    // Lowercases only the first letter, because of month names.
    const label = expiry.label.charAt(0).toLowerCase() + expiry.label.slice(1);
    addCheck(state[expiry.state], `Certificate: ${label}.`);
  }
  return [...checks, ...checkOfStatus(status)];
}

/** The same for OpenID Connect, where nothing can be missing. */
export function oidcChecksOf({ issuer, status }: OidcProvider): ProviderCheck[] {
  const isSecure = issuer.startsWith('https:');
  return [
    isSecure
      ? { state: 'passed', message: 'Issuer uses HTTPS.' }
      : { state: 'warning', message: 'Issuer doesn’t use HTTPS.' },
    ...checkOfStatus(status),
  ];
}

function checkOfStatus(status: string | undefined): ProviderCheck[] {
  if (status === 'active')
    return [{ state: 'passed', message: 'A sign-in with the current settings succeeded.' }];
  if (status === 'pending')
    return [{ state: 'warning', message: 'No sign-in with the current settings yet. Test it.' }];
  return [];
}

interface ProviderStatus {
  label: string;
  tone: Tone;
  meaning: string;
}

export function providerStatus(provider: SamlProvider): ProviderStatus {
  if (!isComplete(provider))
    return {
      label: 'Incomplete',
      tone: 'warning',
      meaning: 'Settings are missing. Members can’t sign in through it.',
    };
  return testedStatus(provider);
}

/** Whether a sign-in through it has succeeded. Older servers don't return it. */
export function testedStatus({ status }: { status?: string }): ProviderStatus {
  if (status === 'active')
    return { label: 'Active', tone: 'success', meaning: 'A sign-in with the current settings succeeded.' };
  if (status === 'pending')
    return { label: 'Not tested', tone: 'info', meaning: 'No sign-in with the current settings yet.' };
  return status === undefined
    ? { label: 'Unknown', tone: 'neutral', meaning: 'This server doesn’t say.' }
    : { label: status, tone: 'neutral', meaning: 'Custom status' };
}
