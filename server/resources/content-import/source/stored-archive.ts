import type { Kysely } from 'kysely';
import { Readable } from 'node:stream';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { ImportError } from '#server/content/import/import-error.ts';
import type { SourceEntry } from '#server/content/import/source-entry.ts';
import { CHUNK_BYTES, readSource } from '#server/content/stored/import-sources.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { ReportRow } from '../import-runs.queries.ts';
import { nameReaderOf } from './entry-names.ts';
import { isSafePath, normalizePath } from './entry-paths.ts';

/** No ordinary archive is compressed better than 100:1; below the minimum size, the ratio means nothing. */
const MAX_COMPRESSION_RATIO = 100;
const MIN_CHECKED_BYTES = 1024 * 1024;
/** How many pieces of an archive are kept: entries are read one behind the other. */
const KEPT_PIECES = 4;
/** The type of a symbolic link, in the mode that Unix writes. */
const LINK_TYPE = 0o12;

/** What an archive holds, and what of it was refused. */
export interface ArchiveContent {
  entries: SourceEntry[];
  report: ReportRow[];
}

/** Lists an archive of the database. Its entries are read from it piece by piece. */
export function openArchive(
  db: Kysely<Database>,
  source: { id: string; size: number; name: string },
): Promise<ArchiveContent> {
  return listArchive(new StoredReader(db, source), source);
}

/** Lists an archive. Throws `ImportError` for one that is damaged or would expand to too much. */
export async function listArchive(
  reader: RandomAccessReader,
  source: { size: number; name: string },
): Promise<ArchiveContent> {
  const options = { lazyEntries: true, decodeStrings: false, autoClose: false };
  const archive = await fromRandomAccessReaderPromise(reader, source.size, options).catch(
    (error: unknown) => {
      throw damaged(source.name, error);
    },
  );
  const found: Entry[] = [];
  try {
    for await (const entry of archive.eachEntry()) {
      if (found.push(entry) > MAX_ENTRIES) throw new ImportError(TOO_MANY_ENTRIES);
    }
  } catch (error) {
    throw error instanceof ImportError ? error : damaged(source.name, error);
  }
  assertNoBomb(found, source);
  return listEntries(archive, found);
}

/** Folders count, too. */
const MAX_ENTRIES = 100_000;
const TOO_MANY_ENTRIES = `The archive has more than ${MAX_ENTRIES.toLocaleString('en')} entries.`;

function damaged(name: string, error: unknown): ImportError {
  const reason = error instanceof Error ? ` (${error.message})` : '';
  return new ImportError(`${name} is not a ZIP archive, or it is damaged${reason}.`);
}

/** Refuses the whole archive: by what it declares, which is checked when an entry is read. */
function assertNoBomb(entries: readonly Entry[], { size, name }: { size: number; name: string }): void {
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  const compressed = entries.reduce((sum, { compressedSize }) => sum + compressedSize, 0);
  const isExpanding = total > MIN_CHECKED_BYTES && total > size * MAX_COMPRESSION_RATIO;
  // Entries that share bytes are together larger than the archive.
  if (isExpanding || compressed > size)
    throw new ImportError(`${name} expands to more than 100 times its size, or its entries overlap.`);
}

function listEntries(archive: ZipFile, found: readonly Entry[]): ArchiveContent {
  const rawNames = found.map((entry) => ({
    flags: entry.generalPurposeBitFlag,
    bytes: entry.fileNameRaw,
    extraFields: entry.extraFields,
  }));
  const readName = nameReaderOf(rawNames);
  const entries: SourceEntry[] = [];
  const report: ReportRow[] = [];
  found.forEach((entry, index) => {
    const raw = rawNames[index];
    const name = raw ? readName(raw) : '';
    if (/[/\\]$/.test(name)) return;
    const refusal = refusalOf(entry, name);
    if (refusal === undefined) entries.push(toSourceEntry(archive, entry, normalizePath(name)));
    else report.push({ path: name, kind: 'left-out', message: refusal });
  });
  return { entries, report };
}

/** Why an entry is not taken. */
function refusalOf(entry: Entry, name: string): string | undefined {
  if (!isSafePath(name)) return 'Its path leads out of the archive.';
  if (entry.isEncrypted()) return 'It is encrypted.';
  if (entry.externalFileAttributes >>> 28 === LINK_TYPE) return 'It is a symbolic link.';
  return entry.canDecodeFileData() ? undefined : 'Its compression is not supported.';
}

function toSourceEntry(archive: ZipFile, entry: Entry, path: string): SourceEntry {
  return {
    path,
    size: entry.uncompressedSize,
    open: async () => {
      try {
        return await archive.openReadStreamPromise(entry);
      } catch (error) {
        throw damaged(path, error);
      }
    },
  };
}

/** Reads an archive at any position, with the pieces that were read last. */
class StoredReader extends RandomAccessReader {
  readonly #db: Kysely<Database>;
  readonly #source: { id: string; size: number };
  readonly #pieces = new Map<number, Promise<Buffer>>();

  constructor(db: Kysely<Database>, source: { id: string; size: number }) {
    super();
    this.#db = db;
    this.#source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#read(start, end));
  }

  async *#read(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end;) {
      const first = Math.floor(at / CHUNK_BYTES) * CHUNK_BYTES;
      const piece = await this.#piece(first);
      const part = piece.subarray(at - first, end - first);
      if (part.length === 0) throw new Error('The archive ends early.');
      yield part;
      at += part.length;
    }
  }

  #piece(start: number): Promise<Buffer> {
    const present = this.#pieces.get(start);
    this.#pieces.delete(start);
    const piece = present ?? this.#load(start);
    this.#pieces.set(start, piece);
    const [oldest] = this.#pieces.keys();
    if (this.#pieces.size > KEPT_PIECES && oldest !== undefined) this.#pieces.delete(oldest);
    return piece;
  }

  async #load(start: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    const { id, size } = this.#source;
    const end = Math.min(start + CHUNK_BYTES, size);
    for await (const part of readSource(this.#db, id, { start, end })) parts.push(part);
    return Buffer.concat(parts);
  }
}
