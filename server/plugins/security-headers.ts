import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import type { ServiceSettings } from '#server/base/service-settings.ts';

const EXPOSED_HEADERS =
  'X-Request-Id, ETag, Structure-ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset';
const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, If-Match, If-None-Match, Last-Event-ID, X-Request-Id',
  'access-control-max-age': '7200',
};

/**
 * Allows consoles of other deployments to call the API. Any origin may: callers authenticate with a token from their
 * own page, never with a cookie, so other pages gain nothing.
 */
export function registerCrossOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.headers.origin !== undefined && request.url.startsWith('/v1')) {
      reply
        .header('access-control-allow-origin', '*')
        .header('access-control-expose-headers', EXPOSED_HEADERS);
    }
    done();
  });
  const preflight = { exposeHeadRoute: false };
  for (const url of ['/v1', '/v1/*']) {
    app.options(url, preflight, async (_request, reply) => reply.code(204).headers(PREFLIGHT_HEADERS).send());
  }
}

type Urls = Pick<ServiceSettings, 'publicUrl' | 'publishedUrl'>;

/** Where site previews are, which the console frames: nowhere else. */
function frameSource({ publicUrl, publishedUrl }: Urls): string {
  return publishedUrl === publicUrl ? "'self'" : publishedUrl;
}

/** The console's policy. It may connect to other deployments at any URL. */
const policyFor = (urls: Urls, scriptSources: string[]): string =>
  [
    "default-src 'none'",
    `script-src ${["'self'", ...scriptSources].join(' ')}`,
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob: https: http:",
    "font-src 'self'",
    "connect-src 'self' https: http:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-src ${frameSource(urls)}`,
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The console's only policies: one starts workers from this origin (`src/lib/start-worker.ts`), one reads copied HTML
    // into a document that nothing runs in (`src/lib/parse-html.ts`).
    'trusted-types bindery-worker bindery-html',
  ].join('; ');

/** The policy for a page whose own inline scripts run, and no others. */
export const policyOfPage = (html: string, urls: Urls): string =>
  policyFor(
    urls,
    [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(
      ([, source = '']) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`,
    ),
  );

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};
/**
 * Files of the console are not pages: only a worker has a policy, and it loads nothing but scripts. The headers of a page
 * would be half a kilobyte with each file.
 */
const FILE_HEADERS = {
  'content-security-policy': "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'",
  'x-content-type-options': 'nosniff',
};
/** API responses are data: opened as a page, they must not run anything. */
const DATA_HEADERS = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };
const TWO_YEARS_SECONDS = 63_072_000;

export function registerSecurityHeaders(app: FastifyInstance, urls: Urls): void {
  const secure = urls.publicUrl.startsWith('https:')
    ? { 'strict-transport-security': `max-age=${TWO_YEARS_SECONDS}; includeSubDomains` }
    : {};
  const pageHeaders = { 'content-security-policy': policyFor(urls, []), ...HEADERS, ...secure };
  const fileHeaders = { ...FILE_HEADERS, ...secure };
  const dataHeaders = { ...DATA_HEADERS, ...secure };
  const headersFor = (url: string) => {
    if (url.startsWith('/v1')) return dataHeaders;
    return url.startsWith('/assets/') ? fileHeaders : pageHeaders;
  };
  app.addHook('onRequest', ({ url }, reply, done) => {
    reply.headers(headersFor(url));
    done();
  });
}
