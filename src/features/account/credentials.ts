import { queryOptions } from '@tanstack/react-query';
import { ApiError, errorFromResponse, unreachableError } from '#src/api/errors.ts';
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
}

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
    fetch(`/auth/credentials${path}`, {
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
