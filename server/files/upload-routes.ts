import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound } from '#server/base/errors.ts';
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
import { chunksOf, wrongSize } from './received-chunks.ts';

/** How long each of these may take to arrive: an upload may be slow, but goes on. */
export const STALL_MS = 45_000;

/** The largest upload at the slowest pace, in milliseconds. */
export const MAX_UPLOAD_MS = 3_600_000;

/** By person. One that waits is not read yet. */
export const uploadLimiter = new Limiter({
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
    for await (const data of chunksOf(raw, { size, stallMs })) {
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
