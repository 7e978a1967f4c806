import type { FastifyRequest } from 'fastify';
import { parseUrl } from '#server/base/parse-url.ts';
import type { ServiceSettings } from '#server/base/service-settings.ts';

/** The origin of the console, which may frame previews. */
export function consoleOrigin({ publicUrl }: Pick<ServiceSettings, 'publicUrl'>): string {
  return parseUrl(publicUrl)?.origin ?? "'self'";
}

/** The policy of published pages: scripts, styles and requests of their own, pictures that texts name, nothing else. */
export function readerHeaders({ service }: Pick<FastifyRequest, 'service'>): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' https: data:",
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
      "img-src 'self' https: data:",
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
