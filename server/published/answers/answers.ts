import type { FastifyReply, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, type BrotliOptions, constants, gzip, gzipSync } from 'node:zlib';
import { CallerGoneError } from '#server/base/errors.ts';
import { isKnown } from '#server/base/etag.ts';
import { sendRedirect } from '#server/base/locations.ts';
import { WeightedCache } from '#server/base/weighted-cache.ts';
import { hashId } from '#server/content/pages/storage.ts';
import { chooseEncoding } from '#server/plugins/compression.ts';
import type { FrameParts } from '../view/frame-parts.ts';
import { cacheControl } from '../visit/cache-control.ts';
import type { Visit, VisitContext } from '../visit/visit.ts';
import { withQuery } from './redirect-query.ts';

/** Serves one kind of address of a site. */
export type Serve = (
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
) => FastifyReply | Promise<FastifyReply>;

/** Increase it when the same content is written differently. */
const RENDERER_VERSION = 9;

const MAX_CACHED_BYTES = 64 * 1024 * 1024;

/** Finished bodies by tag and encoding. */
const bodies = new WeightedCache<Buffer>(MAX_CACHED_BYTES, 'published answers');

/** A body that is built once and sent to all who may see the same. */
export interface Answer {
  /** Content type with charset. */
  type: string;
  /** Everything that the body depends on, beside the release and the visitor's view of the site. */
  dependsOn: readonly unknown[];
  build: () => Promise<string | Buffer> | string;
  status?: number;
  /** The parts around a page for this reader. */
  frame?: Pick<FrameParts, 'member' | 'changes'>;
}

/**
 * Sends a body with a tag that is the same for all visitors who see the same; 304 where the visitor has it already,
 * before anything is built.
 */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: Visit,
  { type, dependsOn, build, status = 200, frame }: Answer,
): Promise<FastifyReply> {
  const { site, base, origin, tree } = visit;
  const version = [
    RENDERER_VERSION,
    request.service.version,
    origin,
    base,
    tree.key,
    visit.theme,
    visit.assets,
  ];
  const settings = [
    ...[site.title, site.customization, site.visibility, site.adaptiveContent],
    ...[site.countsVisits, site.asksFeedback],
  ];
  const tagParts = [version, settings, type, visit.preview?.notice, dependsOn];
  const around = [frame?.member, frame?.changes?.revisionIds].filter((part) => part !== undefined);
  const tag = hashId(JSON.stringify([...tagParts, ...around]), 24);
  const isPersonal = visit.isPersonal === true || frame?.member !== undefined;
  reply.headers({
    'cache-control': cacheControl({ ...visit, isPersonal }),
    vary: 'Accept, Accept-Encoding, Cookie',
  });
  const encoding = chooseEncoding(request.headers['accept-encoding']) ?? 'identity';
  if (status === 200 && isKnown(request, reply.header('etag', `"${tag}"`))) return reply.code(304).send();
  const key = `${tag} ${encoding}`;
  const body = bodies.get(key) ?? (await buildOnce(key, async () => encode(await build(), encoding)));
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.code(status).type(type).send(body);
}

const building = new Map<string, Promise<Buffer>>();

/** Who asks for a body while it is made waits for it: a page that many open at once after a change is written once. */
async function buildOnce(key: string, build: () => Promise<Buffer>): Promise<Buffer> {
  const pending = building.get(key);
  if (pending) {
    try {
      return await pending;
    } catch (error) {
      // If the caller for whom it is made has disconnected, the next one starts it again.
      if (error instanceof CallerGoneError) return buildOnce(key, build);
      throw error;
    }
  }
  const result = build();
  building.set(key, result);
  try {
    const body = await result;
    bodies.set(key, body, body.length);
    return body;
  } finally {
    building.delete(key);
  }
}

/** Leads on with the visitor's query. `isPermanent`: the address is another name of the target. */
export function redirect(reply: FastifyReply, visit: Visit, url: string, isPermanent: boolean): FastifyReply {
  const target = withQuery(url, visit.query, visit.base);
  if (isAhead(reply.request) && !target.startsWith('/')) return refuseAhead(reply);
  return sendRedirect(reply.header('cache-control', cacheControl(visit)), target, isPermanent ? 301 : 302);
}

/** Whether a browser asks for a page that nobody has opened yet. */
function isAhead({ headers }: FastifyRequest): boolean {
  return String(headers['sec-purpose'] ?? '').startsWith('prefetch');
}

/** Other hosts are asked nothing for a visitor who only points at a link: browsers drop a refusal, and ask again. */
function refuseAhead(reply: FastifyReply): FastifyReply {
  const text = 'This address leads to another host. It is answered when it is opened.';
  return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(text);
}

const compressBrotli = promisify<string | Buffer, BrotliOptions, Buffer>(brotliCompress);
const compressGzip = promisify<string | Buffer, Buffer>(gzip);
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Longer texts are compressed by another thread. */
const MAX_SYNC_LENGTH = 65_536;

async function encode(body: string | Buffer, encoding: 'br' | 'gzip' | 'identity'): Promise<Buffer> {
  if (encoding === 'identity') return typeof body === 'string' ? Buffer.from(body) : body;
  if (body.length <= MAX_SYNC_LENGTH)
    return encoding === 'br' ? brotliCompressSync(body, BROTLI) : gzipSync(body);
  return encoding === 'br' ? compressBrotli(body, BROTLI) : compressGzip(body);
}
