import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { badRequest } from '#server/errors.ts';

/** Bytes from which a body is large: reading it takes some milliseconds, and many may arrive at once. */
const LARGE_BYTES = 262_144;

/** JSON is the only body there is, in UTF-8; every other one is answered 415, and broken text 400. */
export function registerBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  let lastLarge: Promise<void> = Promise.resolve();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const parse = (): void => {
      // Decoding would put another character in the place of each broken one, and nobody would know.
      if (isUtf8(body)) void parseJson(request, body.toString(), done);
      else done(badRequest('The body is not valid UTF-8.'));
    };
    // Many clients send the header with a DELETE or an empty POST too.
    if (body.length === 0) done(null, undefined);
    else if (body.length < LARGE_BYTES) parse();
    // One after another, with a turn of the event loop between two: everybody else is answered meanwhile.
    else {
      lastLarge = lastLarge.then(() => nextTurn());
      void lastLarge.then(parse);
    }
  });
}
