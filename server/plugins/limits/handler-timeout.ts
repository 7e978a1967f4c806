import type { FastifyInstance, FastifyReply } from 'fastify';
import { requestTimeout, unavailable } from '#server/base/errors.ts';

/** How long a request may take. Uploads may take longer: they have a limit for each part (`files/upload-routes.ts`). */
interface RequestTimeouts {
  timeoutMs: number;
  /** Until its body has arrived. */
  bodyTimeoutMs: number;
}

/**
 * Ends requests that take too long: 503, or 408 where the body has not arrived. A response that is being sent is cut off.
 * Fastify's own `handlerTimeout` also makes a signal for each request and aborts it once the body has been read, which takes
 * as long as a third of a statement. Register it first.
 */
export function registerHandlerTimeout(
  app: FastifyInstance,
  { timeoutMs, bodyTimeoutMs }: RequestTimeouts,
): void {
  app.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    if (routeOptions.config.other?.body === 'bytes') return done();
    let timer = setTimeout(() => {
      if (!raw.complete) endResponse(reply);
      else timer = setTimeout(() => endResponse(reply), timeoutMs - bodyTimeoutMs);
    }, bodyTimeoutMs);
    reply.raw.once('close', () => clearTimeout(timer));
    return done();
  });
}

function endResponse(reply: FastifyReply): void {
  if (reply.sent) return;
  if (reply.raw.headersSent) reply.raw.destroy();
  // While the body was arriving the client was slow, not the server.
  else if (!reply.request.raw.complete) reply.send(requestTimeout());
  else reply.send(unavailable('The server took too long to respond.'));
}
