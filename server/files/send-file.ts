import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { ByteRange } from '#server/base/object-storage.ts';
import { readFile, type StoredBytes } from '#server/content/stored/file-bytes.ts';

/**
 * Sends a file, or the part of it that the caller asks for, as it is read. What cannot be read is an error response only
 * before the first bytes; later the connection is closed before its end.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredBytes,
): Promise<FastifyReply> {
  const range = readRange(request, reply, file.bytes);
  if (range === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${file.bytes}`).send();
  const { start, end } = range ?? { start: 0, end: file.bytes };
  reply.header('accept-ranges', 'bytes');
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${file.bytes}`);
  if (file.whole) return reply.send(file.whole.subarray(start, end));
  reply.header('content-length', end - start);
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const pieces = readFile({ db: request.db, storage: request.service.storage }, file, { start, end });
  const first = await pieces.next();
  return reply.send(Readable.from(startingWith(first, pieces), { objectMode: false }));
}

async function* startingWith(
  first: IteratorResult<Buffer, unknown>,
  rest: AsyncGenerator<Buffer>,
): AsyncGenerator<Buffer> {
  if (first.done !== true) yield first.value;
  yield* rest;
}

/** The one range that a caller asks for; undefined for the whole file, also where it asks for several. */
function readRange(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  bytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  // What it has of the file is of another version, or may be.
  const condition = headers['if-range'];
  if (condition !== undefined && condition !== reply.getHeader('etag')) return undefined;
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes : Math.min(bytes, Number(last) + 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  return start < end ? { start, end } : 'unsatisfiable';
}
