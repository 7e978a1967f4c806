import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding } from '#server/plugins/compression.ts';
import type { ReaderAsset } from '../layout/reader-assets.ts';

const YEAR_SECONDS = 31_536_000;

/** Sends an asset, which browsers keep: its name changes with its content. */
export function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: ReaderAsset): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding) reply.header('content-encoding', encoding);
  return reply
    .headers({ 'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`, vary: 'Accept-Encoding' })
    .type(asset.type)
    .send(encoding === 'br' ? asset.brotli : encoding === 'gzip' ? asset.gzip : asset.body);
}
