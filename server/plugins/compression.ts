import type { FastifyInstance } from 'fastify';
import { callbackify, promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { ownTurn } from '#server/base/own-turn.ts';
import { type SharedJson, sharedResponses } from '#server/base/raw-json.ts';

/** Below this, a response fits into one packet anyway. */
const MIN_LENGTH = 1024;
/** Up to this length compressing takes at most 0.2 ms, which is about what another thread costs. */
const MAX_SYNC_LENGTH = 65_536;
const TEXT_TYPE = /^(text\/|application\/json\b)/;

type Compress = (body: string | Buffer, callback: (error: Error | null, compressed: Buffer) => void) => void;

/** Level 1 of both: the higher ones save a tenth of the bytes at two to five times the cost. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 } };
const GZIP = { level: 1 };
const ENCODINGS: Readonly<Record<'br' | 'gzip', Compress>> = {
  br: (body, callback) =>
    body.length > MAX_SYNC_LENGTH
      ? brotliCompress(body, BROTLI, callback)
      : callback(null, brotliCompressSync(body, BROTLI)),
  gzip: (body, callback) =>
    body.length > MAX_SYNC_LENGTH ? gzip(body, GZIP, callback) : callback(null, gzipSync(body, GZIP)),
};

/**
 * Compresses texts for callers that accept it; streams, files and what is compressed already pass. Register it after
 * everything that reads responses.
 */
export function registerCompression(app: FastifyInstance): void {
  app.addHook<string | Buffer>('onSend', (request, reply, payload, done) => {
    const isText = TEXT_TYPE.test(String(reply.getHeader('content-type')));
    const isLong = (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= MIN_LENGTH;
    if (!isText || !isLong || reply.hasHeader('content-encoding')) return done();
    reply.header('vary', 'Accept-Encoding');
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    const shared = typeof payload === 'string' ? undefined : sharedResponses.get(payload);
    if (!encoding) {
      if (shared) callbackify(ownTurn)(done);
      else done();
      return;
    }
    const compress = shared ? compressShared(shared, encoding) : ENCODINGS[encoding];
    compress(payload, (error, compressed) => {
      if (error) return done(error);
      reply.header('content-encoding', encoding).removeHeader('content-length');
      const tag = reply.getHeader('etag');
      // The same content in other bytes (RFC 9110, 8.8.3.3).
      if (typeof tag === 'string' && tag.startsWith('"')) reply.header('etag', `W/${tag}`);
      return done(null, compressed);
    });
  });
}

/** Shared bodies are compressed only once. */
function compressShared(shared: SharedJson, encoding: 'br' | 'gzip'): Compress {
  const compress = async () => {
    const compressed = await shared.compressed(encoding, promisify(ENCODINGS[encoding]));
    await ownTurn();
    return compressed;
  };
  return (_body, callback) => callbackify(compress)(callback);
}

/** The better encoding of those that a caller names; undefined for none. */
export function chooseEncoding(accepted: string | string[] | undefined): 'br' | 'gzip' | undefined {
  const names = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .filter((entry) => !/;\s*q\s*=\s*0(\.0*)?\s*$/.test(entry))
    .map((entry) => entry.split(';', 1)[0]?.trim());
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : undefined;
}
