import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ServiceSettings } from '#server/service-settings.ts';

/**
 * Tells published sites which session of the console a browser has. It only adds a bar for members to pages that the
 * browser may read anyway, and opens nothing.
 */
export const MEMBER_COOKIE = 'bindery_member';

/** Where it is sent. The cookie of the session itself never is. */
export const MEMBER_COOKIE_PATH = '/published';

type SigningSettings = Pick<ServiceSettings, 'signingKey'>;

/** The value for a session: its id, signed, because ids are no secrets. */
export function memberCookieOf(service: SigningSettings, sessionId: string): string {
  return `${sessionId}.${signatureOf(service, sessionId)}`;
}

/** The session of a value; undefined where it is not ours. Whether the session lives is for the database to say. */
export function readMemberCookie(service: SigningSettings, value: string): string | undefined {
  const [sessionId = '', signature = ''] = value.split('.');
  const given = Buffer.from(signature);
  const expected = Buffer.from(signatureOf(service, sessionId));
  return given.length === expected.length && timingSafeEqual(given, expected) ? sessionId : undefined;
}

function signatureOf({ signingKey }: SigningSettings, sessionId: string): string {
  // The first word separates these signatures from everything else that the key signs.
  return createHmac('sha256', signingKey).update(`member ${sessionId}`).digest('base64url');
}
