import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { FetchError } from './fetch-error.ts';

/** No ordinary text compresses better than 100:1; below the minimum size, the ratio means nothing. */
const MAX_COMPRESSION_RATIO = 100;
const MIN_CHECKED_BYTES = 1024 * 1024;

/** Supported encodings, sent as `Accept-Encoding`. */
export const ENCODINGS = 'gzip, deflate, br';

/**
 * Reads and decompresses a body. Throws `FetchError` (`too-large`) if it has more than `maxBytes` after decompression,
 * or an implausible compression ratio.
 */
export async function readBody(body: Readable, encoding: string, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of readChunks(body, encoding, maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The beginning of a body, which may be unreadable after it. */
export async function readStart(body: Readable, encoding: string, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of readChunks(body, encoding, Number.POSITIVE_INFINITY)) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxBytes) break;
    }
  } catch (error) {
    if (!(error instanceof FetchError) && size === 0) throw error;
  }
  body.on('error', () => {}).destroy();
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

export async function* readChunks(
  body: Readable,
  encoding: string,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  let arrived = 0;
  const raw = count(body, (bytes) => {
    arrived += bytes;
  });
  let size = 0;
  for await (const chunk of decode(raw, encoding)) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    if (size > MIN_CHECKED_BYTES && size > arrived * MAX_COMPRESSION_RATIO)
      throw new FetchError('too-large', 'The response expands to more than 100 times its size.');
    yield bytes;
  }
}

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
  // An error on either side ends the iteration with that error.
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
