import type { User } from '#api/generated/types.gen.ts';

/** What the server answers when a session begins or goes on. */
export interface Grant {
  /** A bearer token for some minutes; it is never written down. */
  accessToken: string;
  /** When the token ends, ISO 8601. */
  expiresAt: string;
  user: User;
}

/** The three ways to a session on our own server: an API token, the code of a sign-in link, the cookie. */
export type SignInCredentials = { token: string } | { code: string } | 'cookie';

/**
 * Asks our own server for a session. The cookie that renews it is HttpOnly; this code never sees it.
 *
 * @returns the server's answer as it is; a 401 means that the token, code or cookie is not, or no longer, good
 */
export function requestGrant(credentials: SignInCredentials): Promise<Response> {
  const [path, body] =
    credentials === 'cookie'
      ? ['refresh', undefined]
      : ['code' in credentials ? 'link' : 'session', JSON.stringify(credentials)];
  return fetch(`/auth/${path}`, {
    method: 'POST',
    credentials: 'same-origin',
    ...(body === undefined ? {} : { body, headers: { 'Content-Type': 'application/json' } }),
  });
}

/** Reads a grant from an answer, or null when the answer refuses one. */
export async function parseGrant(response: Response): Promise<Grant | null> {
  if (!response.ok) return null;
  const grant: Grant = await response.json();
  return grant;
}
