import type { Kysely } from 'kysely';
import type { Clock } from '#server/base/clock.ts';
import type { ObjectStorage } from '#server/base/object-storage.ts';
import { countFiles, type Moved, moveToDatabase, moveToStorage } from '#server/content/stored/move-bytes.ts';
import { keepsFilesInDatabase, storePlaceOfFiles } from '#server/database/server-settings.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { UsageError } from './settings.ts';

const MEGABYTE = 1_000_000;

/** Moves all files, and says where new ones go from now on. Can be interrupted and repeated, and runs beside servers. */
export async function moveFiles(
  { db, storage, clock }: { db: Kysely<Database>; storage: ObjectStorage | undefined; clock: Clock },
  to: string,
): Promise<string> {
  if (to !== 'storage' && to !== 'database')
    throw new UsageError(`--to must be storage or database, not "${to}".`);
  if (!storage)
    throw new UsageError(
      'FILES_URL is not set. Set it for this command and for all servers, and start these again first.',
    );
  await storage.check();
  await storePlaceOfFiles(db, to);
  const move = to === 'storage' ? moveToStorage : moveToDatabase;
  const moved = await move({ db, storage, clock });
  const counts = await countFiles(db);
  const left = to === 'storage' ? counts.database : counts.storage;
  return [
    `Moved ${sizeOf(moved)} to ${to === 'storage' ? storage.address : 'the database'} and compared all bytes.`,
    ...(left.files > 0
      ? [
          `${sizeOf(left)} are still where they were: uploads and imports that are not finished. Run this again later.`,
        ]
      : []),
    ...(to === 'database' && left.files === 0
      ? [
          'FILES_URL can be removed now. What is in the storage is not needed any more, except by older backups.',
        ]
      : []),
  ].join('\n');
}

export async function describeFiles(
  db: Kysely<Database>,
  storage: ObjectStorage | undefined,
): Promise<string> {
  const { database, storage: stored } = await countFiles(db);
  const isKept = storage && (await keepsFilesInDatabase(db));
  return [
    `In the database: ${sizeOf(database)}.`,
    `In the storage${storage ? ` ${storage.address}` : ''}: ${sizeOf(stored)}.`,
    storage && !isKept ? 'New files go to the storage.' : 'New files stay in the database.',
  ].join('\n');
}

function sizeOf({ files, bytes }: Moved): string {
  return `${files} ${files === 1 ? 'file' : 'files'} (${(bytes / MEGABYTE).toFixed(1)} MB)`;
}
