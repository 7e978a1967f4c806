import { type Kysely, sql } from 'kysely';
import { createHash } from 'node:crypto';
import type { Clock } from '#server/base/clock.ts';
import { newId } from '#server/base/ids.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { ImportError } from '../import/import-error.ts';
import { inspectFile } from '../import/inspect-file.ts';
import { readEntry, type SourceEntry } from '../import/source-entry.ts';
import type { StoredFileRef } from '../pages/storage.ts';
import { addSource, CHUNK_BYTES, readSource, SourceWriter } from './import-sources.ts';

/** For whom files are stored. */
export interface FileOwner {
  organizationId: string;
  /** The import that has to end before others may use them. */
  importId?: string | undefined;
}

/** A larger file goes through chunks, and is put together inside the database. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;
/** Small files are written together. With the embedded engine, others wait for each statement. */
const BATCH_BYTES = 256 * 1024;
const BATCH_FILES = 100;

interface StoreContext {
  db: Kysely<Database>;
  clock: Clock;
}

type FileRow = Pick<StoredFileRef, 'name' | 'size' | 'width' | 'height' | 'contentType'> & {
  id: string;
  hash: string;
};

/**
 * Stores files for a space, in small transactions, before a revision names them. Equal bytes are
 * one row, also those that the space has, or an attempt has stored that was interrupted.
 */
export class FileStore {
  readonly spaceId: string;
  readonly #context: StoreContext;
  readonly #owner: FileOwner;
  readonly #byHash: Map<string, FileRow>;
  #batch: (FileRow & { data: Buffer })[] = [];

  private constructor(
    context: StoreContext,
    { owner, spaceId }: { owner: FileOwner; spaceId: string },
    byHash: Map<string, FileRow>,
  ) {
    this.#context = context;
    this.#owner = owner;
    this.spaceId = spaceId;
    this.#byHash = byHash;
  }

  static async open(context: StoreContext, owner: FileOwner, spaceId: string): Promise<FileStore> {
    const rows = await context.db
      .selectFrom('files')
      .select(['id', 'name', 'size', 'width', 'height', 'content_type as contentType', 'hash'])
      .where('space_id', '=', spaceId)
      .where('hash', 'is not', null)
      // Those of another run may not stay.
      .where((file) =>
        file.or([
          file('pending_import_id', 'is', null),
          file('pending_import_id', '=', owner.importId ?? null),
        ]),
      )
      .execute();
    const byHash = new Map(
      rows.flatMap(({ hash, ...row }) => (hash === null ? [] : [[hash, { ...row, hash }] as const])),
    );
    return new FileStore(context, { owner, spaceId }, byHash);
  }

  /** Stores bytes; returns the file that they are, with a path of its own. */
  async add(name: string, data: Buffer): Promise<StoredFileRef> {
    const hash = createHash('sha256').update(data).digest('hex');
    const present = this.#byHash.get(hash);
    if (present) return toRef(present, name);
    const row = { id: newId(), hash, name, size: data.length, ...inspectFile(data) };
    this.#byHash.set(hash, row);
    this.#batch.push({ ...row, data });
    const bytes = this.#batch.reduce((sum, { size }) => sum + size, 0);
    if (bytes >= BATCH_BYTES || this.#batch.length >= BATCH_FILES) await this.flush();
    return toFirstRef(row);
  }

  async addEntry(name: string, entry: SourceEntry): Promise<StoredFileRef> {
    return entry.size <= MAX_BUFFERED_BYTES
      ? this.add(name, await readEntry(entry))
      : this.#addLarge(name, entry);
  }

  /** Writes what waits. */
  async flush(): Promise<void> {
    const rows = this.#batch.map(({ contentType, ...row }) => ({
      ...row,
      space_id: this.spaceId,
      pending_import_id: this.#owner.importId ?? null,
      content_type: contentType,
    }));
    this.#batch = [];
    if (rows.length > 0) await this.#context.db.insertInto('files').values(rows).execute();
  }

  async #addLarge(name: string, entry: SourceEntry): Promise<StoredFileRef> {
    const { db, clock } = this.#context;
    const id = await addSource(db, {
      organizationId: this.#owner.organizationId,
      ...(this.#owner.importId !== undefined && { importId: this.#owner.importId }),
      name,
      size: entry.size,
      now: clock.now(),
    });
    const hashing = createHash('sha256');
    const writer = new SourceWriter(db, id);
    try {
      for await (const part of await entry.open()) {
        const bytes = Buffer.from(part);
        hashing.update(bytes);
        await writer.write(bytes);
      }
      const size = await writer.finish();
      if (size !== entry.size) throw new ImportError(`${entry.path} is damaged.`);
      const hash = hashing.digest('hex');
      const present = this.#byHash.get(hash);
      if (present) return toRef(present, name);
      const row = { id, hash, name, size, ...inspectFile(await readStart(db, id, size)) };
      await this.#insertFromChunks(row);
      this.#byHash.set(hash, row);
      return toFirstRef(row);
    } finally {
      await db.deleteFrom('import_sources').where('id', '=', id).execute();
    }
  }

  async #insertFromChunks({ id, name, contentType, size, width, height, hash }: FileRow): Promise<void> {
    await sql`
      insert into files (id, space_id, pending_import_id, name, content_type, size, width, height, hash, data)
      select ${id}, ${this.spaceId}, ${this.#owner.importId ?? null}, ${name}, ${contentType}, ${size}::integer, ${width}::integer,
        ${height}::integer, ${hash},
        (select string_agg(data, '' order by start) from import_chunks where source_id = ${id})`.execute(
      this.#context.db,
    );
  }
}

/** The beginning of what was written as a source. */
async function readStart(db: Kysely<Database>, id: string, size: number): Promise<Buffer> {
  for await (const part of readSource(db, id, { start: 0, end: Math.min(CHUNK_BYTES, size) })) return part;
  return Buffer.alloc(0);
}

/** The file for which bytes were stored. */
function toFirstRef({ hash: _hash, ...ref }: FileRow): StoredFileRef {
  return ref;
}

/** A file with an id of its own, whose bytes may be another one's, too. */
function toRef({ id, size, width, height, contentType }: FileRow, name: string): StoredFileRef {
  return { id: newId(), data: id, name, contentType, size, width, height };
}
