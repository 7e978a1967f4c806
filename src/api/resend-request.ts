import { client } from '#api/generated/client.gen.ts';
import { redacted, type LoggedRequest } from './request-log.ts';
import { session } from './session.ts';

type ResendableRequest = Pick<LoggedRequest, 'method' | 'origin' | 'path' | 'body'>;

/** Why a request cannot be sent once more, as a sentence; undefined where it can. */
export function resendDenialReason({ origin, path, body }: ResendableRequest): string | undefined {
  if (path.includes(redacted) || body?.includes(redacted)) return 'It contains a secret that was not stored.';
  const state = session.state.get();
  const server = state.status === 'signed-in' ? new URL(state.server ?? '', location.origin).origin : null;
  // The token of one server is no business of another one.
  return server === origin ? undefined : 'It was sent to another server.';
}

/** Sends a request once more, as the person who is signed in. @returns what the server answers, as text */
export async function resendRequest({ method, origin, path, body }: ResendableRequest): Promise<string> {
  const { data } = await client.request({
    baseUrl: origin,
    url: path,
    method: methods.find((one) => one === method) ?? 'GET',
    ...(body !== null && { body, headers: { 'Content-Type': 'application/json' }, bodySerializer: String }),
    parseAs: 'text',
    throwOnError: true,
  });
  return typeof data === 'string' ? data : '';
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
