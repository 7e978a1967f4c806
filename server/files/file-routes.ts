import type { FastifyInstance, FastifyRequest } from 'fastify';
import { forbidden, notFound } from '#server/base/errors.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import { isValidSignedUrl } from '#server/base/signed-url.ts';
import { findFiles } from '#server/content/stored/file-bytes.ts';
import type { Row } from '#server/database/tables/schema.ts';
import { findPicture } from '#server/sites/customization.queries.ts';
import { sendFile } from './send-file.ts';

/** Types that browsers may display. All others, which might contain scripts, are downloaded. */
const INLINE_TYPES =
  /^(image\/(png|jpeg|gif|webp|avif)|application\/pdf|video\/(mp4|webm)|audio\/(mpeg|ogg|wav))$/;
/** Drawings can have scripts too, but pictures never run them. */
const DRAWING_TYPE = 'image/svg+xml';
const MAX_CACHE_SECONDS = 3600;

/** Serves the files of spaces, and the pictures of sites, at signed URLs. */
export function registerFiles(app: FastifyInstance): void {
  app.get<{ Params: { fileId: string } }>('/files/:fileId', async (request, reply) => {
    const { fileId } = request.params;
    const { searchParams } = assertSigned(request);
    const file = (await findFiles(request.db, [fileId])).get(fileId);
    if (!file) throw notFound('file');
    reply.headers({
      // The name that the file has in the content that the URL is of.
      ...fileHeaders({ ...file, name: searchParams.get('name') ?? file.name }),
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': `private, max-age=${MAX_CACHE_SECONDS}, immutable`,
      'cross-origin-resource-policy': 'cross-origin',
    });
    return sendFile(request, reply, file);
  });

  app.get<{ Params: { siteId: string; pictureId: string } }>(
    '/files/sites/:siteId/:pictureId',
    async (request, reply) => {
      assertSigned(request);
      const { siteId, pictureId } = request.params;
      const picture = await findPicture(request.db, siteId, pictureId);
      if (!picture) throw notFound('picture');
      return reply
        .headers({
          ...pictureHeaders(picture.content_type),
          'cache-control': `private, max-age=${MAX_CACHE_SECONDS}, immutable`,
          'cross-origin-resource-policy': 'cross-origin',
        })
        .send(Buffer.from(picture.data));
    },
  );
}

/** 403 unless the URL is signed and valid; returns it. */
export function assertSigned({ url: path, service, clock }: FastifyRequest): URL {
  const url = parseUrl(path, service.publicUrl);
  if (!url || !isValidSignedUrl(service, url.pathname, url.searchParams, clock.now())) {
    throw forbidden('This URL has expired or is incomplete. Request a new one.');
  }
  return url;
}

/** A picture is displayed as a picture only: opened directly, a drawing runs nothing. */
export function pictureHeaders(contentType: string): Record<string, string> {
  return {
    'content-type': contentType,
    'content-disposition': 'inline',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  };
}

/**
 * Type and disposition of a stored file. A file that browsers don't display has no specific type: no page can
 * use it as a script or style sheet, for every type at its upload.
 * @param showsDrawings whether the response has a policy under which a drawing opened directly runs nothing
 */
export function fileHeaders(
  { name, content_type: type }: Pick<Row<'files'>, 'name' | 'content_type'>,
  { showsDrawings = false } = {},
): Record<'content-type' | 'content-disposition', string> {
  const isDrawing = type === DRAWING_TYPE;
  const isInline = INLINE_TYPES.test(type) || (isDrawing && showsDrawings);
  return {
    'content-type': isInline || isDrawing ? type : 'application/octet-stream',
    'content-disposition': `${isInline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeFileName(name)}`,
  };
}

/** Encodes a file name for the header (RFC 8187). */
export function encodeFileName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
