import type { FastifyInstance } from 'fastify';
import { badRequest } from '#server/errors.ts';

/**
 * Rejects requests with several `Host` headers: Node uses the first one, a proxy before it might use another (RFC 9112,
 * 3.2 requires the rejection).
 */
export function registerHostCheck(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length > 1) throw badRequest('The request has more than one Host header.');
  });
}
