import type { FastifyInstance } from 'fastify';
import { activeTracer, type Span } from '#server/base/tracing.ts';
import { nameOfRoute } from './route-table.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Where requests are traced. */
    span: Span | undefined;
  }
}

/** Makes each request a span, with the statements and requests that it leads to as parts. */
export function registerTracing(app: FastifyInstance): void {
  const tracer = activeTracer();
  if (!tracer) return;
  app.decorateRequest('span', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers, id } = request;
    const attributes = { 'http.request.method': method, 'bindery.request_id': id };
    const span = tracer.start(method, { kind: 'server', headers, attributes });
    request.span = span;
    // Also of connections that were closed before there was a response.
    reply.raw.once('close', () => {
      const { url: route } = request.routeOptions;
      span.rename(nameOfRoute(request));
      span.set({
        'http.response.status_code': reply.statusCode,
        ...(route !== undefined && { 'http.route': route }),
      });
      if (reply.statusCode >= 500) span.fail();
      span.end();
    });
    span.run(done);
  });
  // Bodies arrive by events, which belong to the connection.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.run(done);
    else done();
  });
}
