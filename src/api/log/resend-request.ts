import { client } from '#api/generated/client.gen.ts';
import { session } from '../session/session.ts';
import { redacted, type LoggedRequest } from './request-log.ts';

type ResendableRequest = Pick<LoggedRequest, 'method' | 'origin' | 'path' | 'body'>;

/** Why a request can't be sent again, as a sentence. */
export function resendDenialReason({ origin, path, body }: ResendableRequest): string | undefined {
  if (path.includes(redacted) || body?.includes(redacted)) return 'It contains a secret that was not stored.';
  const state = session.state.get();
  const server = state.status === 'signed-in' ? new URL(state.server ?? '', location.origin).origin : null;
  // Never send one server's token to another.
  return server === origin ? undefined : 'It was sent to another server.';
}

/**
 * Sends a request again as the signed-in user.
 *
 * @returns the response body as text
 */
export async function resendRequest({ method, origin, path, body }: ResendableRequest): Promise<string> {
  const { data } = await client.request({
    baseUrl: origin,
    url: path,
    method: methods.find((candidate) => candidate === method) ?? 'GET',
    ...(body !== null && { body, headers: { 'Content-Type': 'application/json' }, bodySerializer: String }),
    parseAs: 'text',
    // The text itself is wanted, not what it was read as before.
    cache: 'no-store',
    throwOnError: true,
  });
  return typeof data === 'string' ? data : '';
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
