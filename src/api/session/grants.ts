import type { CurrentUser } from '#api/generated/types.gen.ts';
import { fetchWithTimeout } from '#src/api/fetch-with-timeout.ts';

/** The response that starts or renews a session. */
export interface Grant {
  /** A short-lived bearer token; never stored. */
  accessToken: string;
  /** When the token ends, ISO 8601. */
  expiresAt: string;
  user: CurrentUser;
}

/** Ways to get a session on our own server, by the path below `/auth` that starts it. */
export type GrantPath =
  | 'session'
  | 'link'
  | 'refresh'
  | 'password'
  | 'passkey'
  | 'account'
  | 'set-up'
  | 'demonstration';

/** The server requires it where it uses the renewal cookie: elements of a page can't send it. */
export const consoleHeader = { 'X-Requested-With': 'console' };

/** Posts to `/auth`. The renewal cookie is HttpOnly. */
export function postAuth(path: string, body?: object): Promise<Response> {
  return fetchWithTimeout(`/auth/${path}`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { ...consoleHeader, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Parses a grant; null if the response denies one. */
export async function parseGrant(response: Response): Promise<Grant | null> {
  if (!response.ok) return null;
  const grant: Grant = await response.json();
  return grant;
}
