import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ServiceSettings } from '#server/service-settings.ts';

const MINUTE_MS = 60_000;
/** How long an address works, in milliseconds. */
const TTL_MS = 60 * MINUTE_MS;

/**
 * An address outside the interface that works for an hour without a token, and for nothing but its path and parameters.
 * It stays the same for a minute, so that a browser fetches what it shows twice once.
 */
export function signUrl(
  service: Pick<ServiceSettings, 'publicUrl' | 'signingKey'>,
  path: string,
  now: Date,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const expires = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS + TTL_MS;
  const query = new URLSearchParams({ ...parameters, expires: String(expires / 1000) });
  query.set('signature', signatureOf(service, path, query));
  return `${service.publicUrl}${path}?${query}`;
}

/** Whether an address was signed here and has not expired. `path` and `query` are those of the request. */
export function isValidSignedUrl(
  service: Pick<ServiceSettings, 'signingKey'>,
  path: string,
  query: URLSearchParams,
  now: Date,
): boolean {
  const signature = query.get('signature') ?? '';
  const expected = signatureOf(service, path, query);
  const given = Buffer.from(signature);
  const wanted = Buffer.from(expected);
  const isOurs = given.length === wanted.length && timingSafeEqual(given, wanted);
  return isOurs && Number(query.get('expires')) * 1000 > now.getTime();
}

function signatureOf(
  { signingKey }: Pick<ServiceSettings, 'signingKey'>,
  path: string,
  query: URLSearchParams,
): string {
  const signed = [...query].filter(([name]) => name !== 'signature').toSorted(([a], [b]) => (a < b ? -1 : 1));
  // The first word keeps these apart from everything else that the key signs.
  const text = JSON.stringify(['address', path, signed]);
  return createHmac('sha256', signingKey).update(text).digest('base64url');
}
