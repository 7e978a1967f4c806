import { queryOptions } from '@tanstack/react-query';
import { ApiError, errorFromResponse, offlineError, unreachableError } from '#src/api/errors.ts';
import { fetchWithTimeout } from '#src/api/fetch-with-timeout.ts';
import { consoleHeader } from '#src/api/session/grants.ts';
import { session } from '#src/api/session/session.ts';

/** What the person signs in with. */
export interface Credentials {
  email: string;
  /** Null without a password. */
  password: { setAt: string } | null;
  /** Whether a change of the password takes the current one. */
  needsCurrentPassword: boolean;
  passkeys: readonly Passkey[];
  identities: Identities;
}

/** At which identity providers the person is known. */
interface Identities {
  linked: readonly LinkedIdentity[];
  /** The providers of the person's organizations. */
  providers: readonly ProviderTitle[];
  /** What a provider said in this browser, and the person has to confirm. */
  pending: PendingIdentity | null;
}

export interface ProviderTitle {
  id: string;
  label: string;
  organization: { id: string; title: string };
}

export interface LinkedIdentity {
  id: string;
  provider: ProviderTitle;
  /** As the provider calls the person. */
  email: string;
  linkedAt: string;
  lastUsedAt: string | null;
}

export type PendingIdentity = Pick<LinkedIdentity, 'provider' | 'email'>;

export interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Calls `/auth/credentials` with the token of the session; an expired session is renewed. Throws ApiError. */
export async function requestCredentials<Result = null>(
  method: Method,
  path = '',
  body?: object,
): Promise<Result> {
  const operation = `${method} /auth/credentials${path}`;
  const send = (token: string | null) =>
    fetchWithTimeout(`/auth/credentials${path}`, {
      method,
      headers: {
        ...consoleHeader,
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw unreachableError(error, operation);
    });
  if (method !== 'GET' && !navigator.onLine) throw offlineError(operation);
  const token = await session.token();
  let response = await send(token);
  if (response.status === 401) {
    const renewed = await session.recover(token);
    if (renewed !== null) response = await send(renewed);
  }
  if (!response.ok) throw await errorFromResponse(response, operation);
  return JSON.parse((await response.text()) || 'null');
}

/** Null on servers that have no passwords and passkeys. */
export const ownCredentials = () =>
  queryOptions({
    queryKey: ['own-credentials'],
    queryFn: async (): Promise<Credentials | null> => {
      try {
        return await requestCredentials<Credentials>('GET');
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });
