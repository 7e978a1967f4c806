import { open, rename } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import { ObjectError, ObjectFolder } from './object-folder.ts';
import { RepositoryError } from './repository-error.ts';

const MEBIBYTE = 1024 * 1024;
const MAX_OBJECTS = 300_000;
const MAX_OBJECT_BYTES = 100 * MEBIBYTE;
/** Of all objects together, unpacked. */
const MAX_BYTES = 1024 * MEBIBYTE;
/** How many commits are looked through for the last one that was synchronized. */
const MAX_COMMITS = 10_000;

export interface ReceivedPack {
  gitdir: string;
  /** Where the pack is, from the folder; undefined if nothing had to be sent. */
  pack: string | undefined;
  tip: string;
  /** The commit that was synchronized last. */
  previous: string | undefined;
}

export interface BranchHistory {
  /** Whether the branch still contains the previous commit. */
  isContinued: boolean;
  /** The commits since, newest first; at most a hundred. */
  commits: { oid: string; author: string; message: string }[];
}

const MAX_LISTED = 100;
const MAX_MESSAGE_LENGTH = 2000;

/** Checks and indexes what was received, and finds what has happened since the last sync. */
export async function receivePack({ gitdir, pack, tip, previous }: ReceivedPack): Promise<BranchHistory> {
  const folder = await ObjectFolder.create(gitdir);
  if (pack !== undefined) {
    await checkPack(`${gitdir}/${pack}`);
    const name = `objects/pack/pack-${tip}-${Date.now()}.pack`;
    await rename(`${gitdir}/${pack}`, `${gitdir}/${name}`);
    await folder.index(name);
  }
  return readHistory(folder, tip, previous);
}

async function readHistory(
  folder: ObjectFolder,
  tip: string,
  previous: string | undefined,
): Promise<BranchHistory> {
  const commits: BranchHistory['commits'] = [];
  const visited = new Set([tip]);
  let isContinued = false;
  for (const oid of visited) {
    if (oid === previous) {
      isContinued = true;
      continue;
    }
    // Of what is older than the first sync, nothing is present.
    if (oid !== tip && !(await folder.has(oid))) continue;
    const { parents, author, message } = await folder.readCommit(oid);
    if (commits.length < MAX_LISTED)
      commits.push({ oid, author, message: message.slice(0, MAX_MESSAGE_LENGTH) });
    if (previous === undefined) break;
    if (visited.size > MAX_COMMITS) break;
    for (const parent of parents) visited.add(parent);
  }
  return { isContinued, commits };
}

/** The types of objects that are described by the difference from another one. */
const OFFSET_DELTA = 6;
const REFERENCE_DELTA = 7;

/** Throws for a pack whose objects would be larger than what is kept. Each is unpacked up to the size that it says. */
async function checkPack(file: string): Promise<void> {
  const handle = await open(file);
  let bytes: Buffer;
  try {
    bytes = await handle.readFile();
  } finally {
    await handle.close();
  }
  if (bytes.length < 32 || bytes.toString('latin1', 0, 4) !== 'PACK')
    throw new RepositoryError(
      'content-refused',
      'The server sends something else than the files of a branch.',
    );
  const count = bytes.readUInt32BE(8);
  if (count > MAX_OBJECTS) throw tooMany();
  let at = 12;
  let total = 0;
  for (let object = 0; object < count; object += 1) {
    const head = readHead(bytes, at);
    if (head.size > MAX_OBJECT_BYTES) throw tooLargeFile();
    const { content, length } = inflateObject(bytes, head.start, head.size);
    const isDelta = head.type === OFFSET_DELTA || head.type === REFERENCE_DELTA;
    const size = isDelta ? resultSizeOf(content) : head.size;
    if (size > MAX_OBJECT_BYTES) throw tooLargeFile();
    total += size;
    if (total > MAX_BYTES)
      throw new RepositoryError('too-large', 'The files of the branch are larger than 1 GiB together.');
    at = head.start + length;
  }
}

const tooMany = () =>
  new RepositoryError(
    'too-large',
    `The branch has more than ${MAX_OBJECTS.toLocaleString('en')} objects. Synchronize a smaller repository.`,
  );

const tooLargeFile = () =>
  new RepositoryError(
    'too-large',
    'The branch has a file of more than 100 MiB. Remove it, or use another branch.',
  );

function readHead(bytes: Buffer, at: number): { type: number; size: number; start: number } {
  let position = at;
  let byte = byteAt(bytes, position);
  const type = (byte >> 4) & 7;
  let size = byte & 15;
  for (let factor = 16; byte >= 128; factor *= 128) {
    position += 1;
    byte = byteAt(bytes, position);
    size += (byte & 127) * factor;
    if (size > Number.MAX_SAFE_INTEGER / 256) throw new ObjectError('The pack is damaged.');
  }
  position += 1;
  if (type === REFERENCE_DELTA) position += 20;
  if (type === OFFSET_DELTA) {
    while (byteAt(bytes, position) >= 128) position += 1;
    position += 1;
  }
  return { type, size, start: position };
}

function inflateObject(bytes: Buffer, start: number, size: number): { content: Buffer; length: number } {
  try {
    const inflated: unknown = inflateSync(bytes.subarray(start), {
      info: true,
      maxOutputLength: Math.max(1, size),
    });
    const { buffer, engine } = inflated as { buffer: Buffer; engine: { bytesWritten: number } };
    if (buffer.length !== size) throw new ObjectError('An object has another size than it says.');
    return { content: buffer, length: engine.bytesWritten };
  } catch {
    throw new RepositoryError('content-refused', 'The server sends objects that cannot be unpacked.');
  }
}

/** The size of what a difference makes: its second number. */
function resultSizeOf(delta: Buffer): number {
  let position = 0;
  let size = 0;
  for (let number = 0; number < 2; number += 1) {
    size = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = byteAt(delta, position);
      position += 1;
      size += (byte & 127) * factor;
      if (byte < 128 || factor > Number.MAX_SAFE_INTEGER / 256) break;
    }
  }
  return size;
}

function byteAt(bytes: Buffer, position: number): number {
  const byte = bytes[position];
  if (byte === undefined)
    throw new RepositoryError('content-refused', 'The server sends fewer objects than it announces.');
  return byte;
}
