import type { FastifyInstance } from 'fastify';
import { badRequest, badValue } from '#server/base/errors.ts';

/** Deeper than any body beside the contract, and safe for functions that call themselves. */
const MAX_DEPTH = 16;
const LONE_SURROGATE = /\p{Surrogate}/u;
/** `%00` of a URL or a cookie; in a header, the character itself can't come. */
const ENCODED_NUL = /%00/;

/**
 * Refuses texts that no database stores, before any lookup: NUL and halves of characters. The contract checks
 * operations, with the place of each problem.
 */
export function registerTextCheck(app: FastifyInstance): void {
  app.addHook('onRequest', ({ url, headers, hostKind, routeOptions }, _reply, done) => {
    const { operation, other } = routeOptions.config;
    if (!operation) {
      // The query of a screen is read by the console, which asks the API.
      const isScreen = hostKind === 'console' && other === undefined;
      if (ENCODED_NUL.test(isScreen ? (url.split('?', 1)[0] ?? '') : url))
        throw badRequest('The URL must not contain NUL characters.');
      if (ENCODED_NUL.test(headers.cookie ?? ''))
        throw badRequest('The header cookie must not contain NUL characters.');
    }
    done();
  });
  app.addHook('preValidation', ({ body, routeOptions }, _reply, done) => {
    if (!routeOptions.config.operation) checkValue('body', plainOf(body), 0);
    done();
  });
}

/** Forms have names and values. */
function plainOf(body: unknown): unknown {
  return body instanceof URLSearchParams ? [...body] : body;
}

function checkValue(path: string, value: unknown, depth: number): void {
  if (typeof value === 'string') return checkText(path, value);
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === MAX_DEPTH) throw badValue('body', `must have at most ${MAX_DEPTH} levels`);
  for (const [name, member] of Object.entries(value)) {
    checkText(path, name);
    checkValue(Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`, member, depth + 1);
  }
}

function checkText(path: string, text: string): void {
  if (text.includes('\0')) throw badValue(path, 'must not contain NUL characters');
  if (LONE_SURROGATE.test(text)) throw badValue(path, 'must not contain lone surrogates');
}
