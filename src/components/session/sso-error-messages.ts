/** Messages of the server's SSO error codes. */
const MESSAGES: Record<string, string> = {
  'sso-unavailable': 'This identity provider isn’t set up. Ask an administrator.',
  'sso-unknown': 'No organization uses SSO for this email. Check the address.',
  'sso-certificate':
    'Your identity provider’s certificate is expired or not yet valid. Ask an administrator to replace it.',
  'sso-denied': 'Your identity provider denied the sign-in. Try again, or ask an administrator for access.',
  'sso-refused': 'Couldn’t verify the identity provider’s response. Try again, or contact an administrator.',
  'sso-expired': 'The sign-in expired or was already used. Start again.',
  'sso-account': 'Your account has no access to this organization. Ask an administrator for an invite.',
};
const FALLBACK_MESSAGE = 'Couldn’t complete the sign-in. Try again in a moment.';

/** The message of an SSO error code, also for unknown ones. */
export function ssoErrorMessage(code: string): string {
  return (Object.hasOwn(MESSAGES, code) ? MESSAGES[code] : undefined) ?? FALLBACK_MESSAGE;
}
