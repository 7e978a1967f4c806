import type { FastifyInstance } from 'fastify';

/** The console's policy. It may connect to other deployments at any URL. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob: https: http:",
  "font-src 'self'",
  "connect-src 'self' https: http:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The console's only policy: it starts workers from this origin (`src/lib/start-worker.ts`).
  'trusted-types bindery-worker',
].join('; ');

const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};
/** API responses are data: opened as a page, they must not run anything. */
const DATA_HEADERS = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };
const TWO_YEARS_SECONDS = 63_072_000;

export function registerSecurityHeaders(app: FastifyInstance, publicUrl: string): void {
  const secure = publicUrl.startsWith('https:')
    ? { 'strict-transport-security': `max-age=${TWO_YEARS_SECONDS}; includeSubDomains` }
    : {};
  const headers = { ...HEADERS, ...secure };
  const dataHeaders = { ...DATA_HEADERS, ...secure };
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(request.url.startsWith('/v1') ? dataHeaders : headers);
  });
}
