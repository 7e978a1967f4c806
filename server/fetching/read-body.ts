import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { FetchError } from './fetch-error.ts';

/** No honest text shrinks to less than a hundredth; below the floor, the ratio says nothing. */
const MAX_COMPRESSION_RATIO = 100;
const MIN_CHECKED_BYTES = 1024 * 1024;

/** Encodings that are understood; sent along as what we accept. */
export const ENCODINGS = 'gzip, deflate, br';

/**
 * Reads a body to its end and undoes its compression. Throws `FetchError` (`too-large`) as soon as more than `most`
 * bytes have come out, or when it inflates out of all proportion.
 */
export async function readBody(body: Readable, encoding: string, maxBytes: number): Promise<Buffer> {
  let arrived = 0;
  const raw = count(body, (bytes) => {
    arrived += bytes;
  });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decode(raw, encoding)) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    if (size > MIN_CHECKED_BYTES && size > arrived * MAX_COMPRESSION_RATIO)
      throw new FetchError('too-large', 'The response expands to more than 100 times its size.');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** The failure of an answer of more than `most` bytes. */
export function tooLarge(maxBytes: number): FetchError {
  const mebibytes = Math.round(maxBytes / 1024 / 1024);
  return new FetchError('too-large', `The response is larger than ${mebibytes} MiB.`);
}

async function* count(body: Readable, note: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk);
    note(bytes.length);
    yield bytes;
  }
}

function decode(body: AsyncGenerator<Buffer>, encoding: string): AsyncIterable<Buffer> {
  const decoder = decoderOf(encoding.trim().toLowerCase());
  // What fails on either side ends the iteration of the decoder with that error.
  return decoder ? pipeline(body, decoder, () => {}) : body;
}

function decoderOf(encoding: string) {
  switch (encoding) {
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new FetchError('unreachable', 'The response uses an unsupported compression.');
  }
}
