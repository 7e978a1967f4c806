import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, notFound } from '#server/base/errors.ts';
import { readReport } from '#server/content/stored/import-report.ts';
import { appendChunk, findSource } from '#server/content/stored/import-sources.ts';
import { assertSigned, encodeFileName } from './file-routes.ts';
import { chunksOf, wrongSize } from './received-chunks.ts';
import { STALL_MS, uploadLimiter } from './upload-routes.ts';

const OFFSET = 'upload-offset';

/** Receives the sources of imports and serves their reports, at signed URLs. */
export async function registerImportRoutes(app: FastifyInstance, stallMs = STALL_MS): Promise<void> {
  await app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', (_request, _body, done) => done(null));
    uploads.put<{ Params: { uploadId: string } }>('/import-uploads/:uploadId', async (request, reply) => {
      assertSigned(request);
      const { db, params, headers, gone } = request;
      const source = await findSource(db, params.uploadId);
      if (source?.user_id == null || source.import_id !== null) throw notFound('upload');
      const offset = Number(headers[OFFSET] ?? 0);
      if (offset !== source.received) throw wrongOffset(source.received);
      const rest = source.size - offset;
      const announced = Number(headers['content-length'] ?? rest);
      if (announced > rest) throw wrongSize(announced, rest);
      const receive = () => receiveBytes(request, { sourceId: source.id, offset, rest, stallMs });
      const received = await uploadLimiter.run(source.user_id, receive, { signal: gone });
      return reply.code(204).header(OFFSET, received).send();
    });
  });
  app.get<{ Params: { importId: string } }>('/imports/:importId/report.csv', sendReport);
}

/** Appends what arrives, chunk by chunk; an interrupted request leaves what has arrived. Returns how much there is. */
async function receiveBytes(
  { db, raw }: Pick<FastifyRequest, 'db' | 'raw'>,
  { sourceId, offset, rest, stallMs }: { sourceId: string; offset: number; rest: number; stallMs: number },
): Promise<number> {
  let start = offset;
  for await (const data of chunksOf(raw, { size: rest, stallMs })) {
    if (!(await appendChunk(db, sourceId, { start, data }))) {
      const source = await findSource(db, sourceId);
      throw source ? wrongOffset(source.received) : notFound('upload');
    }
    start += data.length;
  }
  return start;
}

/** 409: the bytes do not begin where those that have arrived end. */
function wrongOffset(received: number): ApiError {
  const message = `The upload has ${received.toLocaleString('en')} bytes: go on behind them.`;
  return new ApiError(409, message, [], { [OFFSET]: String(received), connection: 'close' });
}

async function sendReport(
  request: FastifyRequest<{ Params: { importId: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  assertSigned(request);
  const report = await readReport(request.db, request.params.importId);
  if (!report) throw notFound('import');
  return reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename*=UTF-8''${encodeFileName(report.name)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    })
    .send(report.csv);
}
