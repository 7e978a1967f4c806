import type { FastifyInstance } from 'fastify';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import { notFound } from '#server/base/errors.ts';
import { bytesIdOf } from '#server/content/pages/storage.ts';
import { type BookFile, listBookFiles } from '#server/content/source/write-book.ts';
import { type FilePlaces, loadFile } from '#server/content/stored/file-bytes.ts';
import { findRevision, loadTexts } from '#server/content/stored/revisions.ts';
import { assertSigned, encodeFileName } from './file-routes.ts';

/** Serves revisions as archives at signed URLs. */
export function registerExports(app: FastifyInstance): void {
  app.get<{ Params: { revisionId: string } }>('/exports/:revisionId', async (request, reply) => {
    const { db, params, gone, service } = request;
    const { searchParams } = assertSigned(request);
    const spaceId = searchParams.get('space') ?? '';
    const space = await db
      .selectFrom('spaces')
      .select('id')
      .where('id', '=', spaceId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    const revision = space && (await findRevision(db, spaceId, params.revisionId));
    if (!revision) throw notFound('revision');
    const name = searchParams.get('name') ?? 'export';
    const archive = writeArchive(
      { db, storage: service.storage },
      listBookFiles(revision),
      revision.createdAt,
      gone,
    );
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename*=UTF-8''${encodeFileName(`${name}.zip`)}`,
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-store',
      })
      .send(Readable.from(archive, { objectMode: false }));
  });
}

/** So many texts are in memory at once. */
const TEXTS_PER_READ = 50;
/** The event loop has other work after so many bytes. */
const PIECE_BYTES = 65_536;

/** Writes files as they are read; what a slow reader does not take is not read. */
async function* writeArchive(
  places: FilePlaces,
  files: readonly BookFile[],
  changedAt: Date,
  gone: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = [];
  const archive = new Zip((error, data) => {
    if (error) throw error;
    written.push(data);
  });
  for (let start = 0; start < files.length; start += TEXTS_PER_READ) {
    const some = files.slice(start, start + TEXTS_PER_READ);
    const texts = await loadTexts(
      places.db,
      some.flatMap((entry) => ('file' in entry ? [] : entry.documents)),
    );
    for (const entry of some) {
      if (gone.aborted) return;
      const data = 'file' in entry ? await loadFile(places, bytesIdOf(entry.file)) : entry.text(texts);
      const file =
        'file' in entry ? new ZipPassThrough(entry.path) : new ZipDeflate(entry.path, { level: 6 });
      file.mtime = changedAt;
      archive.add(file);
      for (let at = 0; at === 0 || at < data.length; at += PIECE_BYTES) {
        file.push(data.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= data.length);
        await breathe();
        yield* written.splice(0);
      }
    }
  }
  archive.end();
  yield* written.splice(0);
}
