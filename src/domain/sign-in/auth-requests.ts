import { queryOptions } from '@tanstack/react-query';
import type { Role } from '#api/generated/types.gen.ts';
import { ApiError, errorFromResponse, offlineError, unreachableError } from '#src/api/errors.ts';
import { postAuth } from '#src/api/session/grants.ts';

/** Which ways to sign in this server has beside links and API tokens. */
interface SignInOptions {
  password: boolean;
  passkeys: boolean;
  /** Whether it sends links by mail. */
  mail: boolean;
  /** As whom to try the demonstration; only where its data is, on this machine. */
  demonstration: readonly DemonstrationPerson[];
}

export interface DemonstrationPerson {
  id: string;
  displayName: string;
  role: Role | null;
}

const nothingElse: SignInOptions = { password: false, passkeys: false, mail: false, demonstration: [] };

/** Requested once. A server that can't be reached is assumed to take passwords. */
export const signInOptions = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: async ({ signal }): Promise<SignInOptions> => {
    const response = await fetch('/auth/options', { signal }).catch(() => null);
    if (response?.status === 404) return nothingElse;
    if (!response?.ok) return { ...nothingElse, password: true };
    const options: Omit<SignInOptions, 'password'> = await response.json();
    return { ...nothingElse, ...options, password: true };
  },
  staleTime: Infinity,
});

/** Posts to `/auth` and returns the parsed body of the response, null if it has none; throws ApiError. */
export async function requestAuth<Result>(path: string, body?: object): Promise<Result> {
  const operation = `POST /auth/${path}`;
  if (!navigator.onLine) throw offlineError(operation);
  const response = await postAuth(path, body).catch((error: unknown) => {
    throw unreachableError(error, operation);
  });
  if (!response.ok) throw await errorFromResponse(response, operation);
  return JSON.parse((await response.text()) || 'null');
}

/**
 * The purpose of a mailed link: it makes an account, or signs in to one. A printed one may make the first
 * account of all.
 */
export type MailedLink =
  | { kind: 'account'; code: string; email: string; displayName: string }
  | { kind: 'sign-in'; code: string; email: string }
  | { kind: 'set-up'; code: string };

/** Looks at the code of such a link, without using it. Undefined if the hash has none; throws ApiError. */
export async function findMailedLink(hash: string): Promise<MailedLink | undefined> {
  const [, code] = /^#?(?:mail|set-up)=([\w-]+)$/.exec(hash) ?? [];
  if (code === undefined) return undefined;
  const mailedLink = await requestAuth<MailedLink>('code', { code });
  return { ...mailedLink, code };
}

/** The message for a failed sign-in. */
export function signInErrorMessage(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'The passkey request was canceled or timed out. Try again.';
  if (name === 'InvalidStateError') return 'This device already has a passkey for this account.';
  return 'This browser couldn’t use a passkey. Try another way.';
}
