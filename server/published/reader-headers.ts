import type { FastifyRequest } from 'fastify';
import { parseUrl } from '#server/fetching/parse-url.ts';

/** The policy of published pages: scripts, styles and requests of their own, pictures that texts name, nothing else. */
export function readerHeaders({ service }: Pick<FastifyRequest, 'service'>): Record<string, string> {
  const console = parseUrl(service.publicUrl)?.origin ?? "'self'";
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
      `frame-ancestors ${console}`,
    ].join('; '),
    'referrer-policy': 'strict-origin-when-cross-origin',
  };
}
