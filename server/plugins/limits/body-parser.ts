import type { FastifyInstance } from 'fastify';
import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { badRequest, badValue } from '#server/base/errors.ts';

/** The size from which a body is large: parsing takes some milliseconds, and many may arrive at once. */
export const LARGE_BYTES = 262_144;

/**
 * Lists, objects and what is in them: more than any request needs. A large body of nothing else takes the parser seconds
 * and a twentyfold of its size.
 */
const MAX_VALUES = 100_000;

const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT] = [...'"\\,[{'].map((character) => character.charCodeAt(0));

/** Whether a JSON text has more values than this. Counts the separators; the parser finds errors. */
export function hasMoreValues(json: Uint8Array, max: number): boolean {
  let values = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA || byte === LIST || byte === OBJECT) {
      values += 1;
      if (values > max) return true;
    }
  }
  return false;
}

/** Accepts only JSON in UTF-8; other types are 415, invalid text is 400. */
export function registerBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  let lastLarge: Promise<void> = Promise.resolve();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const parse = (): void => {
      // Decoding would silently replace invalid characters.
      if (!isUtf8(body)) done(badRequest('The body is not valid UTF-8.'));
      else if (body.length >= LARGE_BYTES && hasMoreValues(body, MAX_VALUES))
        done(badValue('body', `must have at most ${MAX_VALUES.toLocaleString('en')} values`));
      else void parseJson(request, body.toString(), done);
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
