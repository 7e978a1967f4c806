import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { newId } from '#server/base/ids.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { inspectFile } from '../import/inspect-file.ts';
import type { StoredFileRef } from '../pages/storage.ts';

/** Uploads that no edit uses are kept so long. */
const UPLOAD_TTL_MS = 24 * 60 * 60_000;
/** So many one statement deletes, with their bytes. */
const UPLOADS_AT_ONCE = 20;
/** What one statement deletes; a larger file alone. */
const FILES_PER_STATEMENT = 100;
const BYTES_PER_STATEMENT = 16 * 1024 * 1024;

/** Who uploads, and for which space. */
export interface UploadOwner {
  spaceId: string;
  userId: string;
}

/** The number and bytes of a member's uploads that no edit has used. */
export async function countUploads(
  trx: Transaction<Database>,
  userId: string,
): Promise<{ uploads: number; bytes: number }> {
  return trx
    .selectFrom('file_uploads')
    .select([sql<number>`count(*)::int`.as('uploads'), sql<number>`coalesce(sum(size), 0)::int`.as('bytes')])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Announces an upload; returns its id. */
export async function addUpload(
  trx: Transaction<Database>,
  { spaceId, userId }: UploadOwner,
  { name, size, now }: { name: string; size: number; now: Date },
): Promise<string> {
  const id = newId();
  await trx
    .insertInto('file_uploads')
    .values({ id, space_id: spaceId, user_id: userId, name, size, created_at: now })
    .execute();
  return id;
}

/** The announced size of an upload and who announced it; undefined if there is none with this id. */
export async function findUpload(
  db: Kysely<Database>,
  id: string,
): Promise<{ size: number; userId: string } | undefined> {
  return db
    .selectFrom('file_uploads')
    .select(['size', 'user_id as userId'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** A request that sends the bytes of an upload. */
export interface UploadAttempt {
  uploadId: string;
  attempt: string;
}

/** Does nothing if the upload was deleted. */
export async function addChunk(
  db: Kysely<Database>,
  { uploadId, attempt }: UploadAttempt,
  { position, data }: { position: number; data: Buffer },
): Promise<void> {
  await sql`
    insert into file_upload_chunks (upload_id, attempt, position, data)
    select id, ${attempt}, ${position}::integer, ${data}::bytea from file_uploads where id = ${uploadId}`.execute(
    db,
  );
}

export async function deleteChunks(
  db: Kysely<Database>,
  { uploadId, attempt }: UploadAttempt,
): Promise<void> {
  await db
    .deleteFrom('file_upload_chunks')
    .where('upload_id', '=', uploadId)
    .where('attempt', '=', attempt)
    .execute();
}

/**
 * Puts the chunks of an upload together, inside the database. They are a file without a name in any content
 * until an edit uses it. False if the upload was deleted or an edit has used it.
 * @param start the first bytes, which determine the type
 */
export async function finishUpload(
  db: Kysely<Database>,
  { uploadId, attempt }: UploadAttempt,
  start: Buffer,
): Promise<boolean> {
  const { contentType, width, height } = inspectFile(start);
  const { numAffectedRows = 0n } = await sql`
    with upload as (select id, space_id, name, size from file_uploads where id = ${uploadId} for update)
    insert into files (id, space_id, name, content_type, size, width, height, data)
    select id, space_id, name, ${contentType}, size, ${width}::integer, ${height}::integer,
      (select string_agg(data, '' order by position) from file_upload_chunks
        where upload_id = ${uploadId} and attempt = ${attempt})
    from upload
    on conflict (id) do update set data = excluded.data, storage_key = null, hash = null, content_type = excluded.content_type,
      width = excluded.width, height = excluded.height`.execute(db);
  return numAffectedRows > 0n;
}

/** The finished uploads of a member among some ids, as the files that they would become. */
export async function findUploads(
  trx: Transaction<Database>,
  { spaceId, userId }: UploadOwner,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredFileRef>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('file_uploads')
    .innerJoin('files', 'files.id', 'file_uploads.id')
    .select([
      'files.id',
      'files.name',
      'files.content_type as contentType',
      'files.size',
      'files.width',
      'files.height',
    ])
    .where('file_uploads.id', '=', sql<string>`any(${ids}::text[])`)
    .where('file_uploads.space_id', '=', spaceId)
    .where('file_uploads.user_id', '=', userId)
    .forUpdate('file_uploads')
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** From now on the files of uploads are content. */
export async function consumeUploads(trx: Transaction<Database>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .deleteFrom('file_uploads')
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
}

/** Deletes uploads that no edit has used, with their bytes. */
export async function deleteOldUploads(db: Kysely<Database>, now: Date): Promise<void> {
  const cutoff = new Date(now.getTime() - UPLOAD_TTL_MS);
  for (let deleted = UPLOADS_AT_ONCE; deleted === UPLOADS_AT_ONCE;) {
    const { rows } = await sql<{ deleted: number }>`
      with old as (delete from file_uploads where id in (
          select id from file_uploads where created_at < ${cutoff} limit ${UPLOADS_AT_ONCE}::integer) returning id),
        gone as (delete from files using old where files.id = old.id)
      select count(*)::int as deleted from old`.execute(db);
    deleted = rows[0]?.deleted ?? 0;
  }
}

/** Deletes files in pieces, as a file may have 100 MB: with the embedded engine, other requests wait for each statement. */
export async function deleteFiles(db: Kysely<Database>, condition: RawBuilder<unknown>): Promise<void> {
  for (let deleted = 1n; deleted > 0n;) {
    ({ numAffectedRows: deleted = 0n } = await sql`
      delete from files where id in (
        select id from (
          select id, sum(size) over (rows unbounded preceding) - size as bytes_before
          from (select id, size from files where ${condition} limit ${FILES_PER_STATEMENT}::integer) as candidates
        ) as summed where bytes_before < ${BYTES_PER_STATEMENT}::bigint)`.execute(db));
  }
}
