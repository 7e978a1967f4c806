import { errorFromResponse, offlineError, unreachableError } from '#src/api/errors.ts';
import { fetchWithTimeout } from '#src/api/fetch-with-timeout.ts';
import { consoleHeader } from './grants.ts';
import { session } from './session.ts';

export type AuthMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Calls a route below `/auth` with the token of the session; an expired session is renewed. Throws ApiError. */
export async function requestWithSession<Result = null>(
  method: AuthMethod,
  path: string,
  body?: object,
): Promise<Result> {
  const operation = `${method} /auth${path}`;
  const send = (token: string | null) =>
    fetchWithTimeout(`/auth${path}`, {
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
