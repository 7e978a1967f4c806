import type { FastifyInstance } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { forbidden } from '#server/base/errors.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import { hostKinds, type HostKind, type Urls } from './host-check.ts';

/** The interface and the sessions of the console. */
const GUARDED_ROUTE = /^\/(v1|auth)(\/|$)/;
const READER_PATH = /^\/published(\/|$)/;

/**
 * The browsers' destinations of requests of a script or a person; all others are parts of a page: pictures,
 * frames, scripts.
 */
const DIRECT_DESTINATIONS: ReadonlySet<unknown> = new Set([undefined, 'empty', 'document']);

/**
 * Texts of published sites have many authors. Where sites share the console's origin, browsers distinguish
 * them by the path of the page only; so requests for the interface and for sessions are refused when they
 * come from there.
 */
export function registerReaderIsolation(app: FastifyInstance, urls: Urls): void {
  const kindOf = hostKinds(urls);
  app.addHook('onRequest', ({ routeOptions, headers }, _reply, done) => {
    if (GUARDED_ROUTE.test(routeOptions.url ?? '') && isFromReader(headers, kindOf)) {
      throw forbidden('Published sites cannot use the interface or sessions of the console.');
    }
    done();
  });
}

function isFromReader(
  { origin = '', referer = '', 'sec-fetch-dest': destination }: IncomingHttpHeaders,
  kindOf: (host: string) => HostKind,
): boolean {
  if (!DIRECT_DESTINATIONS.has(destination)) return true;
  const referrer = parseUrl(referer);
  if (READER_PATH.test(referrer?.pathname ?? '')) return true;
  return [parseUrl(origin), referrer].some((page) => page !== undefined && kindOf(page.host) === 'reader');
}
