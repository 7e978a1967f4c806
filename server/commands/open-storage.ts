import { type ObjectStorage, StorageError } from '#server/base/object-storage.ts';
import { countFiles } from '#server/content/stored/move-bytes.ts';
import type { Connection } from '#server/database/engine/connect.ts';
import { S3Storage } from '#server/network/s3-storage.ts';
import type { Settings } from './settings.ts';

/**
 * The storage that a server puts files into. A server starts without it, too: what is in the database can be read, and new
 * files wait there. What is wrong is said on standard error.
 */
export async function openStorage(
  { files }: Pick<Settings, 'files'>,
  { db, late }: Pick<Connection, 'db' | 'late'>,
): Promise<ObjectStorage | undefined> {
  if (files) {
    const storage = new S3Storage(files);
    // Not waited for: a storage that takes connections and never answers would hold the start up for minutes.
    void storage.check().catch((error: unknown) => {
      const reason = error instanceof StorageError ? error.reason : String(error);
      console.error(`The storage of files at ${storage.address} can't be used: ${reason}.`);
    });
    return storage;
  }
  // It is said at the next start: without a primary, tables may be those of another version.
  if (late) return undefined;
  const missing = (await countFiles(db)).storage.files;
  if (missing > 0)
    console.error(
      `${missing} files are in a storage, but FILES_URL is not set: they can't be read. Set it to the address that it had.`,
    );
  return undefined;
}
