import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';

const MAX_ENTRIES = 1000;
const MAX_BYTES = 50 * 1024 * 1024;
const MAX_ENTRY_BYTES = 10 * 1024 * 1024;
/** No ordinary archive is compressed better than 100:1; below the minimum size, the ratio means nothing. */
const MAX_COMPRESSION_RATIO = 100;
const MIN_CHECKED_BYTES = 1024 * 1024;
/** Small chunks, so that a limit is noticed before much is inflated. */
const CHUNK_BYTES = 4096;

/** The files of an archive, or why it was rejected. */
export type UnpackResult = { files: { path: string; bytes: Uint8Array }[] } | { problem: string };

class RejectedArchiveError extends Error {}

/**
 * Unpacks a ZIP archive in memory, as a stream that stops at the first limit. An archive with a path outside of it is
 * rejected as a whole. Never throws.
 */
export function unpackZip({ bytes }: { bytes: Uint8Array }): UnpackResult {
  try {
    return { files: unpack(bytes) };
  } catch (error) {
    const problem = error instanceof RejectedArchiveError ? error.message : 'The archive is damaged.';
    return { problem };
  }
}

function unpack(archive: Uint8Array) {
  if (archive[0] !== 0x50 || archive[1] !== 0x4b)
    throw new RejectedArchiveError('This is not a ZIP archive.');
  const files = new Map<string, Uint8Array>();
  const total = { entries: 0, bytes: 0, pushed: 0 };
  let failure: Error | undefined;
  const unzip = new Unzip((entry) => {
    try {
      if ((total.entries += 1) > MAX_ENTRIES)
        throw new RejectedArchiveError(`The archive contains more than ${MAX_ENTRIES} files.`);
      const path = checkPath(entry.name);
      if (path.endsWith('/')) return;
      collect(entry, total, (problem, content) => {
        failure ??= problem;
        if (content) files.set(path, content);
      });
    } catch (error) {
      failure ??= error instanceof Error ? error : new Error('unpacking failed');
    }
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < archive.length; at += CHUNK_BYTES) {
    const end = Math.min(at + CHUNK_BYTES, archive.length);
    total.pushed = end;
    unzip.push(archive.subarray(at, end), end === archive.length);
    if (failure) throw failure;
  }
  if (total.entries === 0) throw new RejectedArchiveError('The archive is empty or damaged.');
  return [...files].map(([path, bytes]) => ({ path, bytes }));
}

function collect(
  entry: UnzipFile,
  total: { bytes: number; pushed: number },
  done: (problem: Error | undefined, content?: Uint8Array) => void,
): void {
  const chunks: Uint8Array[] = [];
  let size = 0;
  entry.ondata = (error, chunk, isLast) => {
    if (error) return done(error);
    size += chunk.length;
    total.bytes += chunk.length;
    const isBomb = total.bytes > MIN_CHECKED_BYTES && total.bytes > total.pushed * MAX_COMPRESSION_RATIO;
    if (isBomb || size > MAX_ENTRY_BYTES || total.bytes > MAX_BYTES)
      return done(new RejectedArchiveError('The unpacked archive is too large.'));
    chunks.push(chunk);
    return isLast ? done(undefined, Buffer.concat(chunks)) : undefined;
  };
  entry.start();
}

/** Validates a path of an archive. */
function checkPath(name: string): string {
  const isOutside = /^([/\\]|[a-z]:)/i.test(name) || name.split(/[/\\]/).includes('..');
  const hasControls = /[\p{Cc}\\]/u.test(name);
  if (isOutside || hasControls || name.length > 500)
    throw new RejectedArchiveError('The archive contains an unsafe path.');
  return name.replace(/^(\.\/)+/, '');
}
