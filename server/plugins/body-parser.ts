import type { FastifyInstance } from 'fastify';
import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { badRequest } from '#server/errors.ts';

/** The size from which a body is large: parsing takes some milliseconds, and many may arrive at once. */
const LARGE_BYTES = 262_144;

/** Accepts only JSON in UTF-8; other types are 415, invalid text is 400. */
export function registerBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  let lastLarge: Promise<void> = Promise.resolve();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const parse = (): void => {
      // Decoding would silently replace invalid characters.
      if (isUtf8(body)) void parseJson(request, body.toString(), done);
      else done(badRequest('The body is not valid UTF-8.'));
    };
    // Many clients also send this header with a DELETE or an empty POST.
    if (body.length === 0) done(null, undefined);
    else if (body.length < LARGE_BYTES) parse();
    // One at a time, yielding to the event loop after each, so that other requests are served.
    else {
      lastLarge = lastLarge.then(() => nextTurn());
      void lastLarge.then(parse);
    }
  });
}
