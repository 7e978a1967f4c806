import type { FastifyInstance } from 'fastify';

const EXPOSED_HEADERS =
  'X-Request-Id, ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset';
const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'Authorization, Content-Type, If-Match, X-Request-Id',
  'access-control-max-age': '7200',
};

/**
 * Allows consoles of other deployments to call the API. Any origin may: callers authenticate with a token from their
 * own page, never with a cookie, so other pages gain nothing.
 */
export function registerCrossOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.origin === undefined || !request.url.startsWith('/v1')) return;
    reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', EXPOSED_HEADERS);
  });
  const preflight = { exposeHeadRoute: false };
  for (const url of ['/v1', '/v1/*']) {
    app.options(url, preflight, async (_request, reply) => reply.code(204).headers(PREFLIGHT_HEADERS).send());
  }
}
