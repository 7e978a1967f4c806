import type { FastifyInstance } from 'fastify';
import { badRequest } from '#server/base/errors.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import type { ServiceSettings } from '#server/base/service-settings.ts';
import { hostnameOfHeader, isSiteHostname } from '#server/sites/hostnames.ts';

/**
 * The purpose of a host name: the console and the interface, published sites (if they have a separate
 * origin), or a name that may be a site's own. Other names are the console's.
 */
export type HostKind = 'console' | 'reader' | 'other';

declare module 'fastify' {
  interface FastifyRequest {
    hostKind: HostKind;
  }
}

export type Urls = Pick<ServiceSettings, 'publicUrl' | 'publishedUrl'>;

/**
 * Returns the purpose of a `Host` header. Addresses of networks and names of one or two labels are no site's.
 */
export function hostKinds({ publicUrl, publishedUrl }: Urls): (host: string | undefined) => HostKind {
  const publicHostname = parseUrl(publicUrl)?.hostname;
  const reader = parseUrl(publishedUrl)?.hostname;
  return (host) => {
    const name = hostnameOfHeader(host);
    if (name === publicHostname) return 'console';
    if (name === reader) return 'reader';
    return isSiteHostname(name) ? 'other' : 'console';
  };
}

/**
 * Finds out for which host each request is. Rejects requests with several `Host` headers: Node uses the first one, a
 * proxy before it might use another (RFC 9112, 3.2 requires the rejection).
 */
export function registerHostCheck(app: FastifyInstance, urls: Urls): void {
  const kindOf = hostKinds(urls);
  app.decorateRequest('hostKind', 'console');
  app.addHook('onRequest', (request, _reply, done) => {
    const { rawHeaders } = request.raw;
    const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length > 1) throw badRequest('The request has more than one Host header.');
    request.hostKind = kindOf(request.headers.host);
    done();
  });
}
