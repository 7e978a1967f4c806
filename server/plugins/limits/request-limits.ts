import type { FastifyInstance } from 'fastify';
import { ApiError } from '#server/base/errors.ts';

/**
 * The maximum length of each header that the server or the framework parses. Node only limits all headers together.
 * Headers with their own limit are not included (tokens, cookies, `Idempotency-Key`, `X-Request-Id`), nor `If-Match`,
 * which the contract limits.
 */
const MAX_HEADER_LENGTHS = Object.entries({
  host: 300,
  origin: 300,
  'sec-fetch-site': 50,
  'content-type': 256,
  accept: 1024,
  'accept-encoding': 512,
  range: 256,
  'if-none-match': 1024,
  'if-modified-since': 64,
});

/** Everything before the question mark. */
const MAX_PATH_LENGTH = 2048;
/** Beside the contract, which limits each parameter. Published sites take tokens of visitors, which are longer. */
const MAX_QUERY_LENGTH = 4096;

/** Rejects URLs and headers that are too long before anything parses them: 414 and 431. */
export function registerRequestLimits(app: FastifyInstance): void {
  app.addHook('onRequest', ({ url, headers, routeOptions }, _reply, done) => {
    const end = url.indexOf('?');
    const path = end < 0 ? url.length : end;
    if (path > MAX_PATH_LENGTH) throw tooLong(414, 'path', 'The URL path', MAX_PATH_LENGTH);
    const { other } = routeOptions.config;
    if (url.length - path > MAX_QUERY_LENGTH && other && other.isPublished !== true)
      throw tooLong(414, 'query', 'The URL query', MAX_QUERY_LENGTH);
    for (const [name, max] of MAX_HEADER_LENGTHS) {
      if ((headers[name]?.length ?? 0) > max) throw tooLong(431, `header.${name}`, `The header ${name}`, max);
    }
    done();
  });
}

function tooLong(status: number, path: string, label: string, max: number): ApiError {
  const limit = max.toLocaleString('en');
  return new ApiError(status, `${label} is longer than ${limit} characters.`, [
    { path, message: `Must have at most ${limit} characters.` },
  ]);
}
