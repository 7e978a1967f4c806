import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseUrl } from '#server/base/parse-url.ts';
import type { ServiceSettings } from '#server/base/service-settings.ts';

/** The origin of the console, which may frame previews. */
export function consoleOrigin({ publicUrl }: Pick<ServiceSettings, 'publicUrl'>): string {
  return parseUrl(publicUrl)?.origin ?? "'self'";
}

/** Pictures of the page's origin, and those of other hosts that texts name. */
const PICTURES = "img-src 'self' https: data:";
const OWN_PICTURES = "img-src 'self' data:";

/** Changes the policy of an answer: whether pictures may be at other hosts, and the origins of players. */
export function narrowPolicy(
  reply: FastifyReply,
  { hasPictures = true, players = [] }: { hasPictures?: boolean; players?: readonly string[] },
): void {
  const policy = String(reply.getHeader(POLICY) ?? '');
  const pictures = hasPictures ? policy : policy.replace(PICTURES, OWN_PICTURES);
  reply.header(POLICY, players.length === 0 ? pictures : `frame-src ${players.join(' ')}; ${pictures}`);
}

const POLICY = 'content-security-policy';

/** The policy of published pages: scripts, styles and requests of their own, pictures that texts name, nothing else. */
export function readerHeaders({ service }: Pick<FastifyRequest, 'service'>): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      PICTURES,
      "font-src 'self'",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      `frame-ancestors ${consoleOrigin(service)}`,
    ].join('; '),
    'referrer-policy': 'strict-origin-when-cross-origin',
  };
}

/**
 * The policy of a page that is previewed while it is written, beside those of published pages. It has one
 * script, which scrolls, and a separate origin at every address; it sends nothing.
 */
export function writingHeaders(
  { service }: Pick<FastifyRequest, 'service'>,
  script: string | undefined,
): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${script ?? "'none'"}`,
      "style-src 'self'",
      PICTURES,
      "font-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      `frame-ancestors ${consoleOrigin(service)}`,
      'sandbox allow-scripts',
    ].join('; '),
    'referrer-policy': 'no-referrer',
    // A page with an opaque origin can belong to no group of pages.
    'cross-origin-opener-policy': 'unsafe-none',
  };
}
