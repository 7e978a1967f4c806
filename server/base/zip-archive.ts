import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A file of an archive. */
export interface ArchivedFile {
  path: string;
  bytes: Uint8Array;
  /** Pictures and archives get no smaller. */
  isCompressed?: boolean;
  /** Without it, now. */
  changedAt?: Date;
}

/** The event loop has other work after so many bytes. */
const PIECE_BYTES = 65_536;

/** Writes a ZIP archive of files as they are read; what a slow reader does not take is not read. */
export async function* writeZip(
  files: AsyncIterable<ArchivedFile>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const written: Uint8Array[] = [];
  const archive = new Zip((error, data) => {
    if (error) throw error;
    written.push(data);
  });
  for await (const { path, bytes, isCompressed = true, changedAt } of files) {
    const file = isCompressed ? new ZipDeflate(path, { level: 6 }) : new ZipPassThrough(path);
    if (changedAt) file.mtime = changedAt;
    archive.add(file);
    for (let at = 0; at === 0 || at < bytes.length; at += PIECE_BYTES) {
      file.push(bytes.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= bytes.length);
      await nextTurn();
      yield* written.splice(0);
    }
  }
  archive.end();
  yield* written.splice(0);
}
