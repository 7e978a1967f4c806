import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { newId } from '#server/base/ids.ts';
import type { FetchedResponse } from '#server/database/tables/import-tables.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { deleteFiles } from './uploads.ts';

/**
 * The sources of imports: what people upload, and what a run fetches. Their bytes stay in chunks, which any server can
 * read at any position, so that none has a whole archive in memory or on its disk.
 */

/** So many bytes are in memory, and written by one statement. No chunk is larger. */
export const CHUNK_BYTES = 262_144;
/** Uploads that no import uses are kept so long. */
const UPLOAD_TTL_MS = 24 * 60 * 60_000;

export type ImportSourceRow = Row<'import_sources'>;

/** A source to store; `userId` of who uploads it, `importId` of the run that fetches it. */
export interface NewSource {
  organizationId: string;
  userId?: string;
  importId?: string;
  name: string;
  /** In bytes; for what a run fetches, what has arrived so far. */
  size: number;
  /** Where it is fetched. */
  address?: string;
  now: Date;
}

/** Announces a source; returns its id. */
export async function addSource(db: Kysely<Database>, source: NewSource): Promise<string> {
  const id = newId();
  const { organizationId, userId = null, importId = null, name, size, address = null, now } = source;
  await db
    .insertInto('import_sources')
    .values({
      id,
      organization_id: organizationId,
      user_id: userId,
      import_id: importId,
      name,
      size,
      address,
      response: null,
      created_at: now,
    })
    .execute();
  return id;
}

export async function findSource(db: Kysely<Database>, id: string): Promise<ImportSourceRow | undefined> {
  return db.selectFrom('import_sources').selectAll().where('id', '=', id).executeTakeFirst();
}

/** What a run has fetched whole from an address. */
export async function findFetched(
  db: Kysely<Database>,
  importId: string,
  address: string,
): Promise<ImportSourceRow | undefined> {
  return db
    .selectFrom('import_sources')
    .selectAll()
    .where('import_id', '=', importId)
    .where(sql<boolean>`md5(address) = md5(${address})`)
    .where('address', '=', address)
    .where('response', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Says that all bytes of a fetched source are there. */
export async function finishFetched(
  db: Kysely<Database>,
  id: string,
  response: FetchedResponse,
): Promise<void> {
  await db
    .updateTable('import_sources')
    .set({ response: JSON.stringify(response) })
    .where('id', '=', id)
    .execute();
}

/** Deletes what a run has not fetched or unpacked whole, when it begins again. */
export async function deleteUnfinishedSources(db: Kysely<Database>, importId: string): Promise<void> {
  await db
    .deleteFrom('import_sources')
    .where('import_id', '=', importId)
    .where('user_id', 'is', null)
    .where('response', 'is', null)
    .execute();
}

/** The number and bytes of a member's uploads that no import has used. */
export async function countUnusedSources(
  trx: Transaction<Database>,
  userId: string,
): Promise<{ uploads: number; bytes: number }> {
  return trx
    .selectFrom('import_sources')
    .select([
      sql<number>`count(*)::int`.as('uploads'),
      sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'),
    ])
    .where('user_id', '=', userId)
    .where('import_id', 'is', null)
    .executeTakeFirstOrThrow();
}

/** Appends bytes at a position. False if the source does not end there: another request was faster, or it was deleted. */
export async function appendChunk(
  db: Kysely<Database>,
  sourceId: string,
  { start, data }: { start: number; data: Buffer },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    with appended as (update import_sources set received = received + ${data.length}::integer
      where id = ${sourceId} and received = ${start}::integer returning id)
    insert into import_chunks (source_id, start, data)
    select id, ${start}::integer, ${data}::bytea from appended`.execute(db);
  return numAffectedRows > 0n;
}

/** Writes a source from its beginning, in chunks of one size, however its bytes arrive. */
export class SourceWriter {
  readonly #db: Kysely<Database>;
  readonly #sourceId: string;
  #parts: Buffer[] = [];
  #waiting = 0;
  /** Bytes that are stored. */
  #stored = 0;

  constructor(db: Kysely<Database>, sourceId: string) {
    this.#db = db;
    this.#sourceId = sourceId;
  }

  async write(bytes: Buffer): Promise<void> {
    this.#parts.push(bytes);
    this.#waiting += bytes.length;
    while (this.#waiting >= CHUNK_BYTES) await this.#flush(CHUNK_BYTES);
  }

  /** Stores the rest; the source is as large as what was written. Returns its size. */
  async finish(): Promise<number> {
    if (this.#waiting > 0) await this.#flush(this.#waiting);
    await this.#db
      .updateTable('import_sources')
      .set({ size: this.#stored })
      .where('id', '=', this.#sourceId)
      .execute();
    return this.#stored;
  }

  async #flush(length: number): Promise<void> {
    const bytes = Buffer.concat(this.#parts, this.#waiting);
    const data = bytes.subarray(0, length);
    if (!(await appendChunk(this.#db, this.#sourceId, { start: this.#stored, data })))
      throw new Error(`The import source ${this.#sourceId} was deleted.`);
    this.#parts = length < bytes.length ? [bytes.subarray(length)] : [];
    this.#waiting = bytes.length - length;
    this.#stored += length;
  }
}

/** The bytes of a source from `start` to before `end`, in the pieces that are stored. */
export async function* readSource(
  db: Kysely<Database>,
  sourceId: string,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  let at = start;
  while (at < end) {
    const chunk = await db
      .selectFrom('import_chunks')
      .select(['start', 'data'])
      .where('source_id', '=', sourceId)
      .where('start', '<=', at)
      .orderBy('start', 'desc')
      .limit(1)
      .executeTakeFirst();
    const piece = chunk && Buffer.from(chunk.data).subarray(at - chunk.start, end - chunk.start);
    // Deleted in between, with its run.
    if (!piece || piece.length === 0) throw new Error(`The import source ${sourceId} ends at ${at}.`);
    yield piece;
    at += piece.length;
  }
}

/** The finished uploads of a member among some ids, in the order of the ids; undefined if one is missing or unfinished. */
export async function claimUploads(
  trx: Transaction<Database>,
  owner: { organizationId: string; userId: string; importId: string },
  ids: readonly string[],
): Promise<string[] | undefined> {
  const { rows } = await sql<{ name: string }>`
    with wanted as (select id, ordinality::int as place from unnest(${ids}::text[]) with ordinality as ids (id, ordinality))
    update import_sources set import_id = ${owner.importId}, position = wanted.place
    from wanted
    where import_sources.id = wanted.id and user_id = ${owner.userId} and organization_id = ${owner.organizationId}
      and import_id is null and received = size
    returning name`.execute(trx);
  return rows.length === ids.length ? rows.map(({ name }) => name) : undefined;
}

/** The sources of a run, in order. */
export async function listSources(db: Kysely<Database>, importId: string): Promise<ImportSourceRow[]> {
  return db
    .selectFrom('import_sources')
    .selectAll()
    .where('import_id', '=', importId)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** How many chunks with bytes one statement deletes. A gigabyte at once would make other requests wait for seconds. */
const CHUNKS_PER_STATEMENT = 16;
/** How many files one statement updates. */
const FILES_PER_STATEMENT = 100;

/** Deletes the sources and planned changes of a run that has ended, and what it has stored for spaces unless it is done. */
export async function deleteSources(db: Kysely<Database>, importId: string): Promise<void> {
  await db.deleteFrom('import_changes').where('import_id', '=', importId).execute();
  await deleteSourcesWhere(db, sql`import_id = ${importId}`);
  await deleteFiles(db, sql`import_id = ${importId}`);
  await settleFiles(db, sql`run.id = ${importId}`);
}

/** Deletes uploads that no import has used, and what runs have left behind that ended in another way. */
export async function deleteOldSources(db: Kysely<Database>, now: Date): Promise<void> {
  const cutoff = new Date(now.getTime() - UPLOAD_TTL_MS);
  await deleteSourcesWhere(db, sql`created_at < ${cutoff} and import_id is null`);
  // Nobody came back to choose.
  await db
    .updateTable('content_imports')
    .set({ state: 'canceled', finished_at: now })
    .where('state', '=', 'planned')
    .where('created_at', '<', cutoff)
    .execute();
  const isEnded = sql`import_id in (select id from content_imports where finished_at is not null)`;
  await sql`delete from import_changes where ${isEnded}`.execute(db);
  await deleteSourcesWhere(db, isEnded);
  await deleteFiles(db, isEnded);
  await settleFiles(db, sql`true`);
}

/** Files of runs that are done stay, those of other runs that have ended go. */
async function settleFiles(db: Kysely<Database>, condition: RawBuilder<unknown>): Promise<void> {
  const isOf = (state: RawBuilder<unknown>) => sql`pending_import_id is not null and pending_import_id in (
    select run.id from content_imports run where run.finished_at is not null and ${state} and ${condition})`;
  await repeat(
    db,
    sql`update files set pending_import_id = null where id in (
      select id from files where ${isOf(sql`run.state = 'done'`)} limit ${FILES_PER_STATEMENT}::integer)`,
  );
  await deleteFiles(db, isOf(sql`run.state <> 'done'`));
}

async function deleteSourcesWhere(db: Kysely<Database>, condition: RawBuilder<unknown>): Promise<void> {
  await repeat(
    db,
    sql`delete from import_chunks where (source_id, start) in (select source_id, start from import_chunks
      where source_id in (select id from import_sources where ${condition}) limit ${CHUNKS_PER_STATEMENT}::integer)`,
  );
  await sql`delete from import_sources where ${condition}`.execute(db);
}

/** Executes a statement until it changes nothing any more. */
async function repeat(db: Kysely<Database>, statement: RawBuilder<unknown>): Promise<void> {
  let changed = 1n;
  while (changed > 0n) ({ numAffectedRows: changed = 0n } = await statement.execute(db));
}
