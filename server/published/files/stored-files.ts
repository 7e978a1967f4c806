import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '#server/base/errors.ts';
import { isKnown } from '#server/base/etag.ts';
import { bytesIdOf } from '#server/content/pages/storage.ts';
import { findFiles } from '#server/content/stored/file-bytes.ts';
import { fileHeaders, pictureHeaders } from '#server/files/file-routes.ts';
import { sendFile } from '#server/files/send-file.ts';
import { findPicture } from '#server/sites/customization.queries.ts';
import { picturesOf } from '#server/sites/customization.ts';
import { sendAsset } from '../answers/send-asset.ts';
import { lookCss } from '../layout/look.ts';
import { sendNotFound } from '../search/not-found.ts';
import { cacheControl } from '../visit/cache-control.ts';
import { loadContents } from '../visit/load-contents.ts';
import type { VisitContext } from '../visit/visit.ts';

const YEAR_SECONDS = 31_536_000;

/** A style sheet or script of the site. */
export function serveAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
  name: string,
): FastifyReply | Promise<FastifyReply> {
  const asset = request.server.readerAssets.find(name, lookCss(visit.site.customization));
  return asset ? sendAsset(request, reply, asset) : sendNotFound(request, reply, visit);
}

const DAY_SECONDS = 86_400;

/** A picture that the site shows now; the id is a digest of its bytes. */
export async function servePicture(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
  id: string,
): Promise<FastifyReply> {
  const isShown = picturesOf(visit.site.customization).some((picture) => picture.id === id);
  if (!isShown) return sendNotFound(request, reply, visit);
  const isOpen = cacheControl(visit).startsWith('public');
  reply.headers({
    'cache-control': `${isOpen ? 'public' : 'private'}, max-age=${YEAR_SECONDS}, immutable`,
    etag: `"${id}"`,
  });
  if (isKnown(request, reply)) return reply.code(304).send();
  const picture = await findPicture(request.db, visit.site.id, id);
  if (!picture) return sendNotFound(request, reply, visit);
  return reply.headers(pictureHeaders(picture.content_type)).send(Buffer.from(picture.data));
}

/**
 * A file of a space on the site, in the current revision. The bytes at an address with their version, and of
 * files that were never replaced, don't change.
 */
export async function serveFile(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
  spaceId: string,
  fileId: string,
): Promise<FastifyReply> {
  const isOnSite = visit.tree.sections.some(({ siteSpaces }) =>
    siteSpaces.some((siteSpace) => siteSpace.spaceId === spaceId),
  );
  const contents = isOnSite ? await loadContents(request, visit, [spaceId]) : undefined;
  const readableFile = contents?.get(spaceId)?.files.get(fileId);
  if (!readableFile) return sendNotFound(request, reply, visit);
  const isOpen = cacheControl(visit).startsWith('public');
  const bytesId = bytesIdOf(readableFile);
  const isLasting = readableFile.data === undefined || visit.query.get('v') === readableFile.data;
  reply.headers({
    'cache-control': `${isOpen ? 'public' : 'private'}, ${isLasting ? `max-age=${DAY_SECONDS}, immutable` : 'no-cache'}`,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    etag: `"${bytesId}"`,
  });
  if (request.headers['if-none-match'] === `"${bytesId}"`) return reply.code(304).send();
  const file = (await findFiles(request.db, [bytesId])).get(bytesId);
  if (file?.spaceId !== spaceId) throw notFound('file');
  reply.headers(fileHeaders({ ...file, name: readableFile.name }, { showsDrawings: true }));
  return sendFile(request, reply, file);
}
