import type { Session, SignInMethod } from '#api/generated/types.gen.ts';

const methodLabels: Record<SignInMethod, string> = {
  passkey: 'Passkey',
  password: 'Password',
  email: 'Email link',
  saml: 'Single sign-on',
  oidc: 'Single sign-on',
  link: 'Sign-in link',
  token: 'API token',
};

/** How a session was started, also for methods of later servers. */
export function methodLabel(method: SignInMethod | undefined): string {
  return (method && methodLabels[method]) ?? 'Unknown';
}

/** "Firefox on Windows". */
export function deviceLabel({ device: { browser, system } }: Session): string {
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
