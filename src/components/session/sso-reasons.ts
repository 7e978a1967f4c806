/** What each code says that the server ends a failed single sign-on with. */
const REASONS: Record<string, string> = {
  'sso-unavailable': 'This identity provider is not set up. Ask an administrator of your organization.',
  'sso-unknown': 'No organization here signs people with this e-mail address in. Check how it is written.',
  'sso-certificate':
    'The certificate of your identity provider has expired or is not valid yet. Ask an administrator to replace it.',
  'sso-denied': 'Your identity provider did not sign you in. Try again, or ask an administrator for access.',
  'sso-refused':
    'The answer of the identity provider could not be trusted. Try again; if it stays, tell an administrator.',
  'sso-expired': 'Signing in took too long, or was tried twice. Start again.',
  'sso-account': 'Your account may not enter this organization. Ask an administrator to invite you.',
};
const UNKNOWN = 'The server could not finish it. Try again in a moment.';

/** Why a single sign-on failed, in a sentence, by the code in the address; there is one for unknown codes too. */
export function ssoReason(code: string): string {
  return (Object.hasOwn(REASONS, code) ? REASONS[code] : undefined) ?? UNKNOWN;
}
