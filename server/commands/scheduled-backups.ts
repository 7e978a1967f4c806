import type { Kysely } from 'kysely';
import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '#server/base/clock.ts';
import { StorageError } from '#server/base/object-storage.ts';
import type { Connection } from '#server/database/engine/connect.ts';
import { storeLastBackup, type WrittenBackup } from '#server/database/server-settings.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { S3Storage } from '#server/network/s3-storage.ts';
import { enqueue, type JobHandlers, PermanentJobError } from '#server/queue/job-queue.ts';
import { reasonOf } from './open-database.ts';
import type { BackupSettings, Settings } from './settings.ts';
import { dumpDatabase, verifyArchiveElsewhere, verifyDump } from './write-backup.ts';

const KIND = 'backup';
const HOUR_MS = 60 * 60_000;

/** What the backups of a server need. */
export interface BackupContext {
  database: Pick<Connection, 'db' | 'dump'>;
  clock: Clock;
  settings: Pick<Settings, 'dataDirectory' | 'databaseUrl'> & { backups: BackupSettings };
  /** The program that restores an archive to check it: the server's own file. */
  main: string;
}

/** Enqueues a backup once in each stretch of so many hours; one of all servers makes it. */
export async function enqueueBackup({ database: { db }, clock, settings }: BackupContext): Promise<void> {
  const now = clock.now();
  const { everyHours } = settings.backups;
  const id = `${KIND}-${everyHours}-${Math.floor(now.getTime() / (everyHours * HOUR_MS))}`;
  const known = await db.selectFrom('jobs').select('id').where('id', '=', id).executeTakeFirst();
  if (!known) await enqueue(db, { id, kind: KIND, runAt: now });
}

/** A backup that fails is told among what fails, and made again in the next stretch. */
export function backupJobs(context: BackupContext): JobHandlers {
  return {
    [KIND]: async () => {
      try {
        await makeBackup(context);
      } catch (error) {
        const reason = error instanceof StorageError ? error.reason : reasonOf(error);
        throw new PermanentJobError(reason, { cause: error });
      }
    },
  };
}

/**
 * Dumps the database into a file, restores that to check it, and puts it at its place. One that could not be restored is kept, too,
 * but does not count for those that are kept: no good one is deleted for it.
 */
async function makeBackup(context: BackupContext): Promise<void> {
  const { database, clock, settings } = context;
  const { place } = settings.backups;
  const at = clock.now();
  const ending = database.dump ? 'tar.gz' : 'dump';
  const name = `bindery-${at.toISOString().replaceAll(/[:.]/g, '-')}.${ending}`;
  const folder = place.kind === 'folder' ? place.path : tmpdir();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `.${name}.unfinished`);
  try {
    await dumpDatabase(draft, database, settings.databaseUrl);
    const bytes = statSync(draft).size;
    const problem = await verify(draft, context).then(
      () => undefined,
      (error: unknown) => error,
    );
    const address = await putInPlace(draft, name, place);
    const verified = problem === undefined;
    await noteBackup(database.db, name, { at: at.toISOString(), place: address, bytes, verified });
    await deleteOldBackups(database.db, settings.backups);
    if (!verified) throw new Error(`${address} was written, but could not be restored: ${reasonOf(problem)}`);
  } finally {
    rmSync(draft, { force: true });
  }
}

async function verify(path: string, { database, settings, main }: BackupContext): Promise<void> {
  const { databaseUrl, dataDirectory } = settings;
  if (databaseUrl === undefined) await verifyArchiveElsewhere(path, { main, dataDirectory });
  else await verifyDump(path, database.db, databaseUrl);
}

/** Returns where it is, for people. */
async function putInPlace(draft: string, name: string, place: BackupSettings['place']): Promise<string> {
  if (place.kind === 'folder') {
    const path = join(place.path, name);
    renameSync(draft, path);
    return path;
  }
  const hashing = createHash('sha256');
  for await (const piece of createReadStream(draft)) hashing.update(piece);
  const storage = new S3Storage(place.location);
  const object = { bytes: statSync(draft).size, sha256: hashing.digest('hex') };
  await storage.put(name, { ...object, open: () => createReadStream(draft) });
  return `${storage.address}${name}`;
}

async function noteBackup(db: Kysely<Database>, name: string, backup: WrittenBackup): Promise<void> {
  const { place, bytes, at, verified = false } = backup;
  await db
    .insertInto('backups')
    .values({ name, place, bytes, at: new Date(at), is_verified: verified })
    .execute();
  await storeLastBackup(db, backup);
}

/** Deletes what is older than the last `keep` that were restored to check them, where backups are put now. */
async function deleteOldBackups(db: Kysely<Database>, { place, keep }: BackupSettings): Promise<void> {
  const storage = place.kind === 'storage' ? new S3Storage(place.location) : undefined;
  const base = place.kind === 'storage' ? place.location.url : join(place.path, '/');
  const rows = await db.selectFrom('backups').selectAll().orderBy('at', 'desc').execute();
  const here = rows.filter((row) => row.place === `${base}${row.name}`);
  const oldest = here.filter((row) => row.is_verified)[keep - 1];
  if (!oldest) return;
  for (const row of here.filter(({ at }) => at < oldest.at)) {
    if (storage) await storage.delete(row.name);
    else rmSync(row.place, { force: true });
    await db.deleteFrom('backups').where('name', '=', row.name).execute();
  }
}
