import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ServiceSettings } from '#server/base/service-settings.ts';

/** No other token begins like this. */
const PREFIX = 'reading';

type SigningSettings = Pick<ServiceSettings, 'signingKey'>;

interface Reading {
  sessionId: string;
  /** In milliseconds since 1970. */
  expiresAt: number;
}

/**
 * A token with which a session is read while there is no primary that could store one (decision 322). It is taken only then, for reading,
 * and as long as a replica says that the session lives.
 */
export function readingTokenOf(service: SigningSettings, { sessionId, expiresAt }: Reading): string {
  return [PREFIX, sessionId, expiresAt, signatureOf(service, sessionId, expiresAt)].join('.');
}

/** The session of such a token; undefined where it is another one, or has expired. */
export function readReadingToken(service: SigningSettings, token: string, now: Date): string | undefined {
  const [prefix, sessionId = '', end = '', signature = ''] = token.split('.');
  const expiresAt = Number(end);
  if (prefix !== PREFIX || !(expiresAt > now.getTime())) return undefined;
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(service, sessionId, expiresAt))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? sessionId : undefined;
}

function signatureOf({ signingKey }: SigningSettings, sessionId: string, expiresAt: number): string {
  return createHmac('sha256', signingKey).update(`${PREFIX} ${sessionId} ${expiresAt}`).digest('base64url');
}
