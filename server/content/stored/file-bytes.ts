import { type Kysely, sql } from 'kysely';
import { type ByteRange, type ObjectStorage, StorageError } from '#server/base/object-storage.ts';
import type { Database } from '#server/database/tables/schema.ts';

/** Where bytes of files can be. */
export interface FilePlaces {
  db: Kysely<Database>;
  /** Undefined where all are in the database. */
  storage: ObjectStorage | undefined;
}

/** A file with what is needed to read it. */
export interface StoredBytes {
  id: string;
  spaceId: string | null;
  name: string;
  content_type: string;
  width: number | null;
  height: number | null;
  /** How many there are. */
  bytes: number;
  storageKey: string | null;
  /** All of them, if they are few and in the database. */
  whole: Buffer | null;
}

/** Larger files are read in pieces of so many bytes, so that a reader who is slow does not hold them in memory. */
const PIECE_BYTES = 1024 * 1024;

/** Files by their ids. */
export async function findFiles(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredBytes>> {
  const rows = await db
    .selectFrom('files')
    .select([
      'id',
      'space_id as spaceId',
      'name',
      'content_type',
      'width',
      'height',
      sql<number>`coalesce(octet_length(data), size)`.as('bytes'),
      'storage_key as storageKey',
      sql<Buffer | null>`case when octet_length(data) <= ${PIECE_BYTES}::integer then data end`.as('whole'),
    ])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, { ...row, whole: row.whole && Buffer.from(row.whole) }]));
}

/** The bytes of a file, or of a part of it, from wherever they are. */
export async function* readFile(
  { db, storage }: FilePlaces,
  { id, bytes, storageKey, whole }: Pick<StoredBytes, 'id' | 'bytes' | 'storageKey' | 'whole'>,
  { start, end }: ByteRange = { start: 0, end: bytes },
): AsyncGenerator<Buffer> {
  if (whole) {
    yield whole.subarray(start, end);
  } else if (storageKey !== null) {
    yield* readStored(storage, storageKey, { start, end });
  } else {
    for (let at = start; at < end; at += PIECE_BYTES) {
      const row = await db
        .selectFrom('files')
        .select([
          sql<Buffer | null>`substring(data from ${at + 1}::integer for ${Math.min(PIECE_BYTES, end - at)}::integer)`.as(
            'piece',
          ),
          'storage_key as storageKey',
        ])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) throw new Error(`The file ${id} was deleted while it was read.`);
      if (row.piece) yield Buffer.from(row.piece);
      // It was moved in between.
      else return yield* readStored(storage, row.storageKey ?? '', { start: at, end });
    }
  }
}

/** All bytes of a file; none if it is gone. */
export async function loadFile(places: FilePlaces, id: string): Promise<Buffer> {
  const file = (await findFiles(places.db, [id])).get(id);
  return file ? loadBytes(places, file) : Buffer.alloc(0);
}

/** All bytes of a file that was found. */
export async function loadBytes(places: FilePlaces, file: StoredBytes): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of readFile(places, file)) pieces.push(piece);
  return Buffer.concat(pieces);
}

function readStored(
  storage: ObjectStorage | undefined,
  key: string,
  range: ByteRange,
): AsyncGenerator<Buffer> {
  if (!storage) throw new StorageError('FILES_URL is not set, but there are files in the storage');
  return storage.read(key, range);
}
