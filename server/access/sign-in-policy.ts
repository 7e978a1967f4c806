import type { SignInMethod } from '#api/generated/types.gen.ts';
import { LEVEL } from './roles.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The requirements of an organization for sessions and API tokens, and whether it requires single sign-on of
 * a member.
 */
export interface SignInPolicyRules {
  passkeyRequired: boolean;
  sessionHours: number | null;
  tokenDays: number | null;
  /** Of all members, or of this one. */
  ssoRequired: boolean;
}

/** The credential of a caller: a session, an API token of the console, or one of the command line. */
export interface Credential {
  kind: 'session' | 'console token' | 'command line token';
  /** How the session was started, or the one in which the token was created; null where that is unknown. */
  method: SignInMethod | null;
  createdAt: Date;
  /** The only organization that the session opens, or the one in which the token was created. */
  limitedTo: string | null;
}

/**
 * Why a credential does not open an organization of which its owner is an active member, as a sentence with what to do;
 * undefined if it does. A session that exists is not closed by requiring single sign-on (decision 054).
 */
export function reasonNotOpen(
  credential: Credential,
  membership: { organizationId: string; role: number },
  policy: SignInPolicyRules,
  now: Date,
): string | undefined {
  const { kind, createdAt } = credential;
  const isSso = isSsoOf(credential, membership);
  const age = now.getTime() - createdAt.getTime();
  if (kind === 'session') {
    if (policy.sessionHours !== null && age >= policy.sessionHours * HOUR_MS)
      return `This organization ends sessions after ${hours(policy.sessionHours)}. Sign in again.`;
    return policy.passkeyRequired && !isSso && !hasPasskey(credential) && !isRepair(credential, membership)
      ? 'This organization requires a passkey. Add one to your account, then sign in with it.'
      : undefined;
  }
  if (policy.tokenDays !== null && age >= policy.tokenDays * DAY_MS)
    return `This organization accepts API tokens for ${days(policy.tokenDays)} only. Create a new one.`;
  if (kind === 'command line token' || isSso) return undefined;
  if (policy.ssoRequired)
    return 'This organization requires single sign-on. Create the API token in a session by single sign-on.';
  return policy.passkeyRequired && !hasPasskey(credential)
    ? 'This organization requires a passkey. Create the API token after signing in with one.'
    : undefined;
}

/** Whether the organization's own identity provider vouched for the person. */
function isSsoOf({ method, limitedTo }: Credential, { organizationId }: { organizationId: string }): boolean {
  return (method === 'saml' || method === 'oidc') && limitedTo === organizationId;
}

function hasPasskey({ method }: Credential): boolean {
  return method === 'passkey';
}

/** The operator of the server can let in an administrator after a lost passkey. */
function isRepair({ method }: Credential, { role }: { role: number }): boolean {
  return role === LEVEL.admin && (method === 'link' || method === 'token');
}

export function hours(count: number): string {
  return count === 1 ? '1 hour' : `${count} hours`;
}

export function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}
