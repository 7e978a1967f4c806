import type { FastifyInstance } from 'fastify';

/** JSON is the only body there is; every other one is answered 415. */
export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Many clients send the header with a DELETE or an empty POST too.
    if (body === '') done(null, undefined);
    else void parseJson(request, body.toString(), done);
  });
}
