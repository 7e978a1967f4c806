import type { Kysely } from 'kysely';
import { lockAccount } from '#server/accounts/credentials/credentials.queries.ts';
import { conflict } from '#server/base/errors.ts';
import { addUpload, countUploads, type UploadOwner } from '#server/content/stored/uploads.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';

const MEBIBYTE = 1_048_576;
const MAX_UPLOADS = 50;
const MAX_UPLOADED_BYTES = 200 * MEBIBYTE;

/** Announces an upload; returns its id. 409 where the member has too much that no edit has used. */
export async function reserveUpload(
  db: Kysely<Database>,
  owner: UploadOwner,
  upload: { name: string; size: number; now: Date },
): Promise<string> {
  return inTransaction(db, async (trx) => {
    // One after the other, or all would count the same.
    await lockAccount(trx, owner.userId);
    const { uploads, bytes } = await countUploads(trx, owner.userId);
    if (uploads >= MAX_UPLOADS || bytes + upload.size > MAX_UPLOADED_BYTES) {
      const mebibytes = MAX_UPLOADED_BYTES / MEBIBYTE;
      throw conflict(
        `You can have ${MAX_UPLOADS} uploads and ${mebibytes} MiB that no edit has used. They are deleted after a day.`,
      );
    }
    return addUpload(trx, owner, upload);
  });
}
