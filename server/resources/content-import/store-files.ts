import type { Kysely } from 'kysely';
import { createHash } from 'node:crypto';
import type { StoredFileRef } from '#server/content/pages/storage.ts';
import type { Database } from '#server/database/tables/schema.ts';

/** Stores the bytes of a file for a run. Until its last transaction no space has them. */
export async function storeFile(
  db: Kysely<Database>,
  importId: string,
  { ref, data }: { ref: StoredFileRef; data: Buffer },
): Promise<void> {
  const { id, name, size, width, height, contentType } = ref;
  const hash = createHash('sha256').update(data).digest('hex');
  await db
    .insertInto('files')
    .values({
      id,
      name,
      size,
      width,
      height,
      space_id: null,
      import_id: importId,
      hash,
      content_type: contentType,
      data,
    })
    .execute();
}
