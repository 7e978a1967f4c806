import { ApiError, badRequest, requestTimeout } from '#server/base/errors.ts';
import { CHUNK_BYTES } from '#server/content/stored/import-sources.ts';

/**
 * The bytes of a body in chunks; throws 413 as soon as there are more than `size`, and 408 where a chunk takes longer than
 * `stallMs`.
 */
export async function* chunksOf(
  body: AsyncIterable<Buffer>,
  { size, stallMs }: { size: number; stallMs: number },
): AsyncGenerator<Buffer> {
  const incoming = body[Symbol.asyncIterator]();
  let parts: Buffer[] = [];
  let bytes = 0;
  let length = 0;
  let deadline = performance.now() + stallMs;
  for (;;) {
    const next = await beforeDeadline(incoming.next(), deadline - performance.now());
    if (next.done === true) break;
    length += next.value.length;
    if (length > size) throw wrongSize(length, size);
    parts.push(next.value);
    bytes += next.value.length;
    if (bytes < CHUNK_BYTES) continue;
    yield Buffer.concat(parts, bytes);
    parts = [];
    bytes = 0;
    deadline = performance.now() + stallMs;
  }
  if (bytes > 0) yield Buffer.concat(parts, bytes);
}

/** A promise, or 408 if it takes longer. */
function beforeDeadline<Result>(promise: Promise<Result>, ms: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(requestTimeout()), Math.max(0, ms));
    void promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export function wrongSize(length: number, size: number): ApiError {
  const expected = size.toLocaleString('en');
  if (length > size)
    return new ApiError(413, `The file is larger than the ${expected} bytes that were announced.`, [], {
      connection: 'close',
    });
  return badRequest(
    `The file has ${length.toLocaleString('en')} of the ${expected} bytes that were announced.`,
  );
}
