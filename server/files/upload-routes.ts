import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, badRequest, notFound, requestTimeout } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import { Limiter } from '#server/base/limiter.ts';
import {
  addChunk,
  deleteChunks,
  finishUpload,
  findUpload,
  type UploadAttempt,
} from '#server/content/stored/uploads.ts';
import { assertSigned } from './file-routes.ts';

/** So many bytes of an upload are in memory, and written by one statement. */
const CHUNK_BYTES = 262_144;

/** How long each of these may take to arrive: an upload may be slow, but goes on. */
const STALL_MS = 45_000;

/** The largest upload at the slowest pace, in milliseconds. */
export const MAX_UPLOAD_MS = 3_600_000;

/** By person. One that waits is not read yet. */
const uploadLimiter = new Limiter({
  maxRunning: 6,
  maxRunningPerKey: 2,
  maxWaiting: 60,
  maxWaitingPerKey: 30,
  timeoutMs: 20_000,
});

/**
 * Receives the bytes of announced uploads at signed URLs, outside the contract: a body of JSON would be a third larger
 * and would have to be parsed.
 */
export async function registerUploads(app: FastifyInstance, stallMs = STALL_MS): Promise<void> {
  await app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', (_request, _body, done) => done(null));
    uploads.put<{ Params: { uploadId: string } }>('/uploads/:uploadId', async (request, reply) => {
      assertSigned(request);
      const { db, headers, params, gone } = request;
      const upload = await findUpload(db, params.uploadId);
      if (!upload) throw notFound('upload');
      const { size, userId } = upload;
      const announced = Number(headers['content-length'] ?? size);
      if (announced !== size) throw wrongSize(announced, size);
      const attempt = { uploadId: params.uploadId, attempt: newId() };
      const receive = () => receiveBytes(request, attempt, { size, stallMs });
      if (!(await uploadLimiter.run(userId, receive, { signal: gone }))) throw notFound('upload');
      return reply.code(204).send();
    });
  });
}

/**
 * Stores exactly so many bytes, chunk by chunk; 400 and 413 for others, and 408 where one takes too long,
 * without reading more. False if the upload was deleted in between.
 */
async function receiveBytes(
  { db, raw }: Pick<FastifyRequest, 'db' | 'raw'>,
  attempt: UploadAttempt,
  { size, stallMs }: { size: number; stallMs: number },
): Promise<boolean> {
  let start: Buffer | undefined;
  let length = 0;
  let position = 0;
  try {
    for await (const data of chunksOf(raw, size, stallMs)) {
      start ??= data;
      length += data.length;
      await addChunk(db, attempt, { position, data });
      position += 1;
    }
    if (length !== size) throw wrongSize(length, size);
    return await finishUpload(db, attempt, start ?? Buffer.alloc(0));
  } finally {
    await deleteChunks(db, attempt);
  }
}

/**
 * The bytes of a body in chunks; throws 413 as soon as there are more than `size`, and 408 where a chunk takes longer than
 * `stallMs`.
 */
async function* chunksOf(body: AsyncIterable<Buffer>, size: number, stallMs: number): AsyncGenerator<Buffer> {
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

function wrongSize(length: number, size: number): ApiError {
  const expected = size.toLocaleString('en');
  if (length > size)
    return new ApiError(413, `The file is larger than the ${expected} bytes that were announced.`, [], {
      connection: 'close',
    });
  return badRequest(
    `The file has ${length.toLocaleString('en')} of the ${expected} bytes that were announced.`,
  );
}
