import type { FastifyInstance, FastifyReply } from 'fastify';
import { requestTimeout, unavailable } from '#server/errors.ts';

/**
 * Ends requests that take too long, in ms: 503, or 408 where the body has not arrived. A response that is being sent is cut off.
 * Fastify's own `handlerTimeout` also makes a signal for each request and aborts it once the body has been read, which takes
 * as long as a third of a statement. Register it first.
 */
export function registerHandlerTimeout(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', (_request, reply, done) => {
    const timer = setTimeout(() => endResponse(reply), timeoutMs);
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  });
}

function endResponse(reply: FastifyReply): void {
  if (reply.sent) return;
  if (reply.raw.headersSent) reply.raw.destroy();
  // While the body was arriving the client was slow, not the server.
  else if (!reply.request.raw.complete) reply.send(requestTimeout());
  else reply.send(unavailable('The server took too long to respond.'));
}
