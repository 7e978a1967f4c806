import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { badRequest } from '#server/errors.ts';

/** JSON is the only body there is, in UTF-8; every other one is answered 415, and broken text 400. */
export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Many clients send the header with a DELETE or an empty POST too.
    if (body.length === 0) done(null, undefined);
    // Decoding would put another character in the place of each broken one, and nobody would know.
    else if (!isUtf8(body)) done(badRequest('The body is not well-formed UTF-8.'));
    else void parseJson(request, body.toString(), done);
  });
}
