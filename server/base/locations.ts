import type { FastifyReply } from 'fastify';
import { parseUrl } from './parse-url.ts';

/** Where something is: segments as people read them, never parts of a URL as it was sent. */
export interface Place {
  /** Scheme and host; without them, the place is on the origin that was asked. */
  origin?: string;
  /** Decoded. Empty ones are left out, as are `.` and `..`, which would lead out of what stands before them. */
  segments: readonly string[];
  /** Whether a slash stands at the end. */
  isFolder?: boolean;
  query?: URLSearchParams | undefined;
}

/**
 * The address of a place. All that the server hands on are made by this function: the path of a request can be read as a
 * host (`//host/`), has many spellings of one length, and some that browsers change. What comes from here begins with one
 * slash, or with an origin that the server chose.
 */
export function locationOf({ origin = '', segments, isFolder = false, query }: Place): string {
  const keptSegments = segments.filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  const path = keptSegments
    .map((segment) => `/${encodeURIComponent(segment.replace(/\p{Cs}/gu, '\ufffd'))}`)
    .join('');
  const end = isFolder || path === '' ? '/' : '';
  const parameters = query === undefined || query.size === 0 ? '' : `?${query}`;
  return `${origin}${path}${end}${parameters}`;
}

/** The decoded segments of an encoded path, with blank ones; undefined where it is malformed. */
export function segmentsOf(path: string): string[] | undefined {
  try {
    return path.split('/').map((segment) => decodeURIComponent(segment));
  } catch {
    return undefined;
  }
}

/** The URL of a request, as if it came for `origin`: two slashes at the beginning are no host. */
export function requestedUrl(path: string, origin: string): URL | undefined {
  return parseUrl(path.startsWith('/') ? `${origin}${path}` : `${origin}/`);
}

/** Servers may be asked for a whole URL, as proxies are (RFC 9112, 3.2.2): the path and the parameters of one. */
export function pathOfTarget(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
}

/** A path of this origin, or a configured address of another one. */
const LOCATION = /^(?:\/(?![/\\])|[a-z][a-z\d+.-]*:)[\x21-\x7e]*$/i;

/** Redirects: the only place that does. An address that browsers read in another way is a mistake of the server's. */
export function sendRedirect(reply: FastifyReply, location: string, status: 301 | 302 | 303): FastifyReply {
  if (!LOCATION.test(location)) throw new Error('A redirect leads to an address that is none.');
  return reply.redirect(location, status);
}
