import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ServiceSettings } from '#server/base/service-settings.ts';

/**
 * Tells published sites which session of the console a browser has. It only adds a bar for members to pages that the
 * browser may read anyway, and opens nothing.
 */
export const MEMBER_COOKIE = 'bindery_member';

/** Where it is sent on the console's own origin. The cookie of the session itself never is. */
export const MEMBER_COOKIE_PATH = '/published';

/** How long a link makes a member known, in milliseconds. */
export const MEMBER_LINK_MS = 60_000;

type SigningSettings = Pick<ServiceSettings, 'signingKey'>;

/**
 * The value for a session: its id, signed, because ids are no secrets.
 *
 * @param siteId the only site that takes it; without one, all do
 */
export function memberCookieOf(service: SigningSettings, sessionId: string, siteId = ''): string {
  return `${sessionId}.${signatureOf(service, ['member', sessionId, siteId])}`;
}

/** The session of a value; undefined where it is not ours. Whether the session lives is for the database to say. */
export function readMemberCookie(
  service: SigningSettings,
  value: string,
  siteId: string,
): string | undefined {
  const [sessionId = '', signature = ''] = value.split('.');
  const isOurs = ['', siteId].some((site) =>
    isSignature(signature, signatureOf(service, ['member', sessionId, site])),
  );
  return isOurs ? sessionId : undefined;
}

/** Makes a session known to a site at another host, where it becomes a cookie of that site. */
export function memberLinkOf(service: SigningSettings, link: MemberLink): string {
  const { sessionId, siteId, expiresAt } = link;
  return `${sessionId}.${expiresAt}.${signatureOf(service, ['member-link', sessionId, siteId, expiresAt])}`;
}

interface MemberLink {
  sessionId: string;
  siteId: string;
  /** In milliseconds since 1970. */
  expiresAt: number;
}

/** The session of a link to a site; undefined where it is not ours or has expired. */
export function readMemberLink(
  service: SigningSettings,
  text: string,
  { siteId, now }: { siteId: string; now: Date },
): string | undefined {
  const [sessionId = '', end = '', signature = ''] = text.split('.');
  const expiresAt = Number(end);
  const expected = signatureOf(service, ['member-link', sessionId, siteId, expiresAt]);
  return isSignature(signature, expected) && expiresAt > now.getTime() ? sessionId : undefined;
}

function isSignature(text: string, expected: string): boolean {
  const [given, wanted] = [Buffer.from(text), Buffer.from(expected)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** The first part separates these signatures from everything else that the key signs. */
function signatureOf({ signingKey }: SigningSettings, parts: readonly (string | number)[]): string {
  return createHmac('sha256', signingKey).update(parts.join(' ')).digest('base64url');
}
