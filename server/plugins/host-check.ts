import type { FastifyInstance } from 'fastify';
import { badRequest } from '#server/errors.ts';

/**
 * Refuses requests with several `Host` headers. Node takes the first one, a proxy before it may have taken another, and
 * then the two would not be talking about the same site (RFC 9112, 3.2 asks for this refusal).
 */
export function registerHostCheck(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length > 1) throw badRequest('The request has more than one Host header.');
  });
}
