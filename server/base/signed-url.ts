import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ServiceSettings } from './service-settings.ts';

const MINUTE_MS = 60_000;
/** How long a URL is valid, in milliseconds. */
const TTL_MS = 60 * MINUTE_MS;

/**
 * A URL outside the API that works for an hour without a token, for this path and these parameters only. It stays the
 * same for a minute, so that browsers can cache it.
 */
export function signUrl(
  service: Pick<ServiceSettings, 'publicUrl' | 'signingKey'>,
  path: string,
  now: Date,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const expires = signedUntil(now).getTime();
  const query = new URLSearchParams({ ...parameters, expires: String(expires / 1000) });
  query.set('signature', signatureOf(service, path, query));
  return `${service.publicUrl}${path}?${query}`;
}

/** Until when a URL works that is signed now. */
export function signedUntil(now: Date): Date {
  return new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS + TTL_MS);
}

/** Whether a URL has a valid signature and has not expired. `path` and `query` are those of the request. */
export function isValidSignedUrl(
  service: Pick<ServiceSettings, 'signingKey'>,
  path: string,
  query: URLSearchParams,
  now: Date,
): boolean {
  const signature = query.get('signature') ?? '';
  const expected = signatureOf(service, path, query);
  const signatureBytes = Buffer.from(signature);
  const expectedBytes = Buffer.from(expected);
  const isOurs =
    signatureBytes.length === expectedBytes.length && timingSafeEqual(signatureBytes, expectedBytes);
  return isOurs && Number(query.get('expires')) * 1000 > now.getTime();
}

function signatureOf(
  { signingKey }: Pick<ServiceSettings, 'signingKey'>,
  path: string,
  query: URLSearchParams,
): string {
  const signed = [...query].filter(([name]) => name !== 'signature').toSorted(([a], [b]) => (a < b ? -1 : 1));
  // The first word separates these signatures from everything else that the key signs.
  const text = JSON.stringify(['address', path, signed]);
  return createHmac('sha256', signingKey).update(text).digest('base64url');
}
