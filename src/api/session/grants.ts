import type { User } from '#api/generated/types.gen.ts';

/** The response that starts or renews a session. */
export interface Grant {
  /** A short-lived bearer token; never stored. */
  accessToken: string;
  /** When the token ends, ISO 8601. */
  expiresAt: string;
  user: User;
}

/** Ways to get a session on our own server: API token, code of a sign-in link, cookie. */
export type SignInCredentials = { token: string } | { code: string } | 'cookie';

/** The server requires it where it uses the renewal cookie: elements of a page can't send it. */
export const consoleHeader = { 'X-Requested-With': 'console' };

/** Requests a session from our own server. The renewal cookie is HttpOnly. */
export function requestGrant(credentials: SignInCredentials): Promise<Response> {
  const [path, body] =
    credentials === 'cookie'
      ? ['refresh', undefined]
      : ['code' in credentials ? 'link' : 'session', JSON.stringify(credentials)];
  return fetch(`/auth/${path}`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { ...consoleHeader, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body }),
  });
}

/** Parses a grant; null if the response denies one. */
export async function parseGrant(response: Response): Promise<Grant | null> {
  if (!response.ok) return null;
  const grant: Grant = await response.json();
  return grant;
}
