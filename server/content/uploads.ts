import { type Kysely, sql, type Transaction } from 'kysely';
import { newId } from '#server/database/ids.ts';
import type { Database } from '#server/database/schema.ts';
import { inspectFile } from './inspect-file.ts';
import type { StoredFileRef } from './storage.ts';

/** Uploads that no edit uses are kept so long. */
const UPLOAD_TTL_MS = 24 * 60 * 60_000;

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

/** The announced size of an upload; undefined if there is none with this id. */
export async function findUploadSize(db: Kysely<Database>, id: string): Promise<number | undefined> {
  const row = await db.selectFrom('file_uploads').select('size').where('id', '=', id).executeTakeFirst();
  return row?.size;
}

/** Stores the bytes of an upload. False where it is gone or an edit has used it. */
export async function storeUpload(db: Kysely<Database>, id: string, data: Buffer): Promise<boolean> {
  const { contentType, width, height } = inspectFile(data);
  const { numUpdatedRows } = await db
    .updateTable('file_uploads')
    .set({ data, content_type: contentType, width, height })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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
    .select(['id', 'name', 'size', 'content_type', 'width', 'height'])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .where('data', 'is not', null)
    .forUpdate()
    .execute();
  return new Map(
    rows.map(({ content_type: contentType, ...row }) => [
      row.id,
      { ...row, contentType: contentType ?? 'application/octet-stream' },
    ]),
  );
}

/** Makes uploads files of their space, inside the database. */
export async function turnIntoFiles(trx: Transaction<Database>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    with used as (delete from file_uploads where id = any(${ids}::text[]) returning *)
    insert into files (id, space_id, name, content_type, size, width, height, data)
    select id, space_id, name, content_type, size, width, height, data from used`.execute(trx);
}

/** Deletes uploads that no edit has used. */
export async function deleteOldUploads(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom('file_uploads')
    .where('created_at', '<', new Date(now.getTime() - UPLOAD_TTL_MS))
    .execute();
}
