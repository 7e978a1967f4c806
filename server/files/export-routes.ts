import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import { notFound } from '#server/base/errors.ts';
import { type ArchivedFile, writeZip } from '#server/base/zip-archive.ts';
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
    const places = { db, storage: service.storage };
    const files = readBookFiles(places, listBookFiles(revision), revision.createdAt, gone);
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename*=UTF-8''${encodeFileName(`${name}.zip`)}`,
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-store',
      })
      .send(Readable.from(writeZip(files), { objectMode: false }));
  });
}

/** So many texts are in memory at once. */
const TEXTS_PER_READ = 50;
/** The files of a revision, one after the other; none any more once the reader is gone. */
async function* readBookFiles(
  places: FilePlaces,
  files: readonly BookFile[],
  changedAt: Date,
  gone: AbortSignal,
): AsyncGenerator<ArchivedFile, void, undefined> {
  for (let start = 0; start < files.length; start += TEXTS_PER_READ) {
    const some = files.slice(start, start + TEXTS_PER_READ);
    const texts = await loadTexts(
      places.db,
      some.flatMap((entry) => ('file' in entry ? [] : entry.documents)),
    );
    for (const entry of some) {
      if (gone.aborted) return;
      const isText = !('file' in entry);
      const bytes = isText ? entry.text(texts) : await loadFile(places, bytesIdOf(entry.file));
      yield { path: entry.path, bytes, isCompressed: isText, changedAt };
    }
  }
}
