import type { FastifyInstance } from 'fastify';
import type { Readable } from 'node:stream';
import { findUploadSize, storeUpload } from '#server/content/uploads.ts';
import { ApiError, badRequest, notFound } from '#server/errors.ts';
import { Limiter } from '#server/tasks/limiter.ts';
import { assertSigned } from './files.ts';

/** Each may hold 20 MiB. One that waits is not read yet. */
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
export async function registerUploads(app: FastifyInstance): Promise<void> {
  await app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', (_request, _body, done) => done(null));
    uploads.put<{ Params: { uploadId: string } }>('/uploads/:uploadId', async (request, reply) => {
      assertSigned(request);
      const { db, raw, params, ip, gone } = request;
      const size = await findUploadSize(db, params.uploadId);
      if (size === undefined) throw notFound('upload');
      const announced = Number(request.headers['content-length'] ?? size);
      if (announced !== size) throw wrongSize(announced, size);
      const receive = async () => storeUpload(db, params.uploadId, await readBytes(raw, size));
      if (!(await uploadLimiter.run(ip, receive, { signal: gone }))) throw notFound('upload');
      return reply.code(204).send();
    });
  });
}

/** Exactly so many bytes; 400 and 413 for others, without reading more. */
async function readBytes(body: Readable, size: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > size) throw wrongSize(length, size);
    chunks.push(bytes);
  }
  if (length !== size) throw wrongSize(length, size);
  return Buffer.concat(chunks, size);
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
