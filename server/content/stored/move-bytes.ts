import { type Kysely, sql } from 'kysely';
import { createHash } from 'node:crypto';
import type { Clock } from '#server/base/clock.ts';
import { newId } from '#server/base/ids.ts';
import { type ObjectStorage, StorageError } from '#server/base/object-storage.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { findFiles, readFile, type StoredBytes } from './file-bytes.ts';
import { addSource, SourceWriter } from './import-sources.ts';

/**
 * Bytes of files between the database and the storage (decision 318). All writers write into the database, in the
 * transaction of what they do; from there bytes are moved once nothing changes them any more.
 */

/** So many files are looked for at once. */
const FILES_PER_READ = 50;
/** Where people see which objects are files. */
const FOLDER = 'files';
const HOUR_MS = 60 * 60_000;
/** Later an object may be deleted at any moment, as no file refers to it. */
const MAX_MOVE_MS = HOUR_MS / 2;
/** So many objects are deleted at once. */
const OBJECTS_PER_READ = 100;

export interface MoveContext {
  db: Kysely<Database>;
  storage: ObjectStorage;
  clock: Clock;
}

export interface Moved {
  files: number;
  bytes: number;
}

interface MoveOptions {
  /** Ends it after a file. What was moved stays so; the next one goes on. */
  isStopping?: () => boolean;
}

/** Not those of uploads and imports: their bytes may be replaced, or soon deleted. */
const isSettled = sql<boolean>`files.space_id is not null and files.pending_import_id is null
  and not exists (select from file_uploads where file_uploads.id = files.id)`;

/** Moves all files that wait for it into the storage. Other servers may do the same: a file ends in one place. */
export function moveToStorage(context: MoveContext, options: MoveOptions = {}): Promise<Moved> {
  return moveEach(context, 'database', options, (file) => sendFile(context, file));
}

/** Moves all files back into the database. */
export function moveToDatabase(context: MoveContext, options: MoveOptions = {}): Promise<Moved> {
  return moveEach(context, 'storage', options, (file) => fetchFile(context, file));
}

async function moveEach(
  { db }: MoveContext,
  from: 'database' | 'storage',
  { isStopping = () => false }: MoveOptions,
  move: (file: StoredBytes) => Promise<boolean>,
): Promise<Moved> {
  const moved = { files: 0, bytes: 0 };
  for (let last = ''; ;) {
    const ids = await db
      .selectFrom('files')
      .select('id')
      .where('storage_key', from === 'database' ? 'is' : 'is not', null)
      .where('id', '>', last)
      .where(isSettled)
      .orderBy('id')
      .limit(FILES_PER_READ)
      .execute();
    for (const { id } of ids) {
      if (isStopping()) return moved;
      const file = (await findFiles(db, [id])).get(id);
      if (!file || !(await moveUnlessGone(db, file, move))) continue;
      moved.files += 1;
      moved.bytes += file.bytes;
    }
    const end = ids.at(-1);
    if (!end) return moved;
    last = end.id;
  }
}

/** A file that was deleted in the meantime is no failure. */
async function moveUnlessGone(
  db: Kysely<Database>,
  file: StoredBytes,
  move: (file: StoredBytes) => Promise<boolean>,
): Promise<boolean> {
  try {
    return await move(file);
  } catch (error) {
    if ((await findFiles(db, [file.id])).has(file.id)) throw error;
    return false;
  }
}

/** Sends a file to the storage, reads it from there and compares; only then its row gives up the bytes. */
async function sendFile({ db, storage, clock }: MoveContext, file: StoredBytes): Promise<boolean> {
  const inDatabase = { db, storage: undefined };
  const sha256 = await digestOf(readFile(inDatabase, file));
  const key = `${FOLDER}/${sha256}-${newId()}`;
  await db
    .insertInto('stored_objects')
    .values({ key, bytes: file.bytes, orphaned_at: clock.now() })
    .execute();
  await storage.put(key, { bytes: file.bytes, sha256, open: () => readFile(inDatabase, file) });
  if ((await digestOf(storage.read(key, { start: 0, end: file.bytes }))) !== sha256)
    throw new StorageError(`it returns other bytes of ${key} than it was sent`);
  return inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('files')
      .set({ data: null, storage_key: key, hash: sha256 })
      .where('id', '=', file.id)
      .where('storage_key', 'is', null)
      .executeTakeFirst();
    // Deleted, or moved by another server: what was sent here stays an orphan.
    if (numUpdatedRows === 0n) return false;
    const noted = await trx
      .updateTable('stored_objects')
      .set({ orphaned_at: null })
      .where('key', '=', key)
      .where('orphaned_at', '>', new Date(clock.now().getTime() - MAX_MOVE_MS))
      .executeTakeFirst();
    if (noted.numUpdatedRows === 0n) throw new StorageError(`${key} took too long to be stored`);
    return true;
  });
}

/** Fetches a file in chunks, which are put together inside the database if they have the digest that the file had. */
async function fetchFile({ db, storage, clock }: MoveContext, file: StoredBytes): Promise<boolean> {
  const space = await db
    .selectFrom('spaces')
    .select('organization_id as organizationId')
    .where('id', '=', file.spaceId)
    .executeTakeFirst();
  if (!space || file.storageKey === null) return false;
  const { organizationId } = space;
  const id = await addSource(db, { organizationId, name: file.name, size: file.bytes, now: clock.now() });
  try {
    const writer = new SourceWriter(db, id);
    for await (const piece of storage.read(file.storageKey, { start: 0, end: file.bytes }))
      await writer.write(piece);
    await writer.finish();
    const { numAffectedRows = 0n } = await sql`
      update files set data = fetched.data, storage_key = null
      from (select coalesce(string_agg(data, '' order by start), '') as data from import_chunks where source_id = ${id}) as fetched
      where files.id = ${file.id} and storage_key = ${file.storageKey}
        and encode(sha256(fetched.data), 'hex') = hash`.execute(db);
    if (
      numAffectedRows === 0n &&
      (await findFiles(db, [file.id])).get(file.id)?.storageKey === file.storageKey
    )
      throw new StorageError(`it returns other bytes of ${file.storageKey} than it was sent`);
    return numAffectedRows > 0n;
  } finally {
    await db.deleteFrom('import_sources').where('id', '=', id).execute();
  }
}

async function digestOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const hashing = createHash('sha256');
  for await (const piece of bytes) hashing.update(piece);
  return hashing.digest('hex');
}

/** Whether a file waits to be moved into the storage. */
export async function hasFilesToMove(db: Kysely<Database>): Promise<boolean> {
  const row = await db
    .selectFrom('files')
    .select('id')
    .where('storage_key', 'is', null)
    .where(isSettled)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Where files are, and how many wait to be moved into the storage. */
export interface FileCounts {
  database: Moved;
  storage: Moved;
}

export async function countFiles(db: Kysely<Database>): Promise<FileCounts> {
  const { rows } = await sql<{ isStored: boolean } & Moved>`
    select storage_key is not null as "isStored", count(*)::float8 as files, coalesce(sum(size), 0)::float8 as bytes
    from files group by 1`.execute(db);
  const of = (isStored: boolean): Moved => {
    const { files, bytes } = rows.find((row) => row.isStored === isStored) ?? { files: 0, bytes: 0 };
    return { files, bytes };
  };
  return { database: of(false), storage: of(true) };
}

/**
 * Deletes objects that no file has referred to since an hour before `until`: whoever copies a file while its last row goes
 * has committed by then.
 */
export async function deleteOrphans(
  { db, storage }: Pick<MoveContext, 'db' | 'storage'>,
  until: Date,
): Promise<void> {
  const cutoff = orphansBefore(until);
  await sql`update stored_objects set orphaned_at = null where orphaned_at < ${cutoff}
    and exists (select from files where storage_key = key)`.execute(db);
  for (;;) {
    const orphans = await db
      .selectFrom('stored_objects')
      .select('key')
      .where('orphaned_at', '<', cutoff)
      .orderBy('orphaned_at')
      .limit(OBJECTS_PER_READ)
      .execute();
    if (orphans.length === 0) return;
    for (const { key } of orphans) {
      await storage.delete(key);
      await db.deleteFrom('stored_objects').where('key', '=', key).execute();
    }
  }
}

/** Whether `deleteOrphans` has something to look at. */
export async function hasOrphans(db: Kysely<Database>, until: Date): Promise<boolean> {
  const row = await db
    .selectFrom('stored_objects')
    .select('key')
    .where('orphaned_at', '<', orphansBefore(until))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const orphansBefore = (until: Date): Date => new Date(until.getTime() - HOUR_MS);
