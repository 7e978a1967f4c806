import { type Kysely, sql } from 'kysely';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '#server/base/clock.ts';
import { StorageError } from '#server/base/object-storage.ts';
import type { BackupSchedule } from '#server/base/service-settings.ts';
import type { Connection } from '#server/database/engine/connect.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { storeLastBackup, type WrittenBackup } from '#server/database/server-settings.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { S3Storage } from '#server/network/s3-storage.ts';
import { BACKUP_JOB, backupToCheck, requestBackup } from '#server/queue/backup-jobs.ts';
import { type JobHandlers, PermanentJobError, StoppedJobError } from '#server/queue/job-queue.ts';
import { reasonOf } from './open-database.ts';
import type { BackupSettings, Settings } from './settings.ts';
import { deleteLeftovers, dumpDatabase, verifyArchiveElsewhere, verifyDump } from './write-backup.ts';

/** The start of the name of each file. */
const NAME_START = 'bindery-';
const HOUR_MS = 60 * 60_000;
/** The end of the name of a file that is being written. */
const UNFINISHED = '.unfinished';

/** What the backups of a server need. */
export interface BackupContext {
  database: Pick<Connection, 'db' | 'dump'>;
  clock: Clock;
  settings: Pick<Settings, 'dataDirectory' | 'databaseUrl' | 'listenUrl'> & { backups: BackupSettings };
  /** The program that restores an archive to check it: the server's own file. */
  main: string;
  /** Ends a backup, as the server stops: another server begins it again. */
  stopping?: AbortSignal;
}

/** Enqueues a backup once in each stretch of so many hours; one of all servers makes it. Never two at a time. */
export async function enqueueBackup({ database: { db }, clock, settings }: BackupContext): Promise<void> {
  const now = clock.now();
  const { everyHours } = settings.backups;
  const id = `${BACKUP_JOB}-${everyHours}-${Math.floor(now.getTime() / (everyHours * HOUR_MS))}`;
  await inTransaction(db, (trx) => requestBackup(trx, { id, now }));
}

/** A backup that fails is told among what fails, and made again in the next stretch. */
export function backupJobs(context: BackupContext): JobHandlers {
  return {
    [BACKUP_JOB]: async (_db, payload) => {
      const name = backupToCheck(payload);
      try {
        if (name === undefined) await makeBackup(context);
        else await checkBackup(context, name);
      } catch (error) {
        if (context.stopping?.aborted === true) throw new StoppedJobError('The server stops.');
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
  const { database, clock, settings, stopping: signal } = context;
  const { place } = settings.backups;
  const databaseUrl = settings.listenUrl ?? settings.databaseUrl;
  const at = clock.now();
  const ending = database.dump ? 'tar.gz' : 'dump';
  const name = `${NAME_START}${at.toISOString().replaceAll(/[:.]/g, '-')}.${ending}`;
  const folder = place.kind === 'folder' ? place.path : tmpdir();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  deleteLeftovers(folder, `.${NAME_START}`, UNFINISHED);
  const draft = join(folder, `.${name}${UNFINISHED}`);
  try {
    await dumpDatabase(draft, database, { databaseUrl, signal });
    const bytes = statSync(draft).size;
    const problem = await verify(draft, context).then(
      () => undefined,
      (error: unknown) => error,
    );
    signal?.throwIfAborted();
    const address = await putInPlace(draft, name, context);
    const verified = problem === undefined;
    await noteBackup(database.db, name, { at: at.toISOString(), place: address, bytes, verified });
    await deleteOldBackups(database.db, settings.backups);
    if (!verified) throw new Error(`${address} was written, but could not be restored: ${reasonOf(problem)}`);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Restores a backup that was made before, and notes whether it could be. */
async function checkBackup(context: BackupContext, name: string): Promise<void> {
  const { database, clock, settings, stopping } = context;
  const { place } = settings.backups;
  const row = await database.db.selectFrom('backups').selectAll().where('name', '=', name).executeTakeFirst();
  if (!row) throw new Error(`The backup ${name} was deleted meanwhile.`);
  if (row.place !== `${baseOf(place)}${name}`)
    throw new Error(`${row.place} is at a former place: check it with the program of the database.`);
  const problem = await withFileOf(context, row, (path) =>
    verify(path, context).then(
      () => undefined,
      (error: unknown) => error,
    ),
  );
  stopping?.throwIfAborted();
  const verified = problem === undefined;
  await database.db
    .updateTable('backups')
    .set({ is_verified: verified, checked_at: clock.now() })
    .where('name', '=', name)
    .execute();
  if (!verified) throw new Error(`${row.place} could not be restored: ${reasonOf(problem)}`);
}

/** Runs work on the file of a backup, which is fetched first if it is in a storage. That it can't be says nothing of the backup. */
async function withFileOf<Result>(
  { settings, stopping }: BackupContext,
  { name, place: address, bytes }: Row<'backups'>,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const { place } = settings.backups;
  if (place.kind === 'folder') return work(address);
  const file = join(tmpdir(), `.${name}${UNFINISHED}`);
  // What a check left that was killed: there is never a second one at a time.
  rmSync(file, { force: true });
  try {
    const read = new S3Storage(place.location).read(name, { start: 0, end: Number(bytes) });
    await pipeline(read, createWriteStream(file, { flags: 'wx', mode: 0o600 }), { signal: stopping });
    return await work(file);
  } finally {
    rmSync(file, { force: true });
  }
}

async function verify(path: string, { database, settings, main, stopping }: BackupContext): Promise<void> {
  const { dataDirectory } = settings;
  const databaseUrl = settings.listenUrl ?? settings.databaseUrl;
  if (databaseUrl === undefined)
    await verifyArchiveElsewhere(path, { main, dataDirectory, signal: stopping });
  else await verifyDump(path, database.db, { databaseUrl, signal: stopping });
}

/** Returns where it is, for people. */
async function putInPlace(
  draft: string,
  name: string,
  { settings, stopping }: BackupContext,
): Promise<string> {
  const { place } = settings.backups;
  if (place.kind === 'folder') {
    const path = join(place.path, name);
    renameSync(draft, path);
    return path;
  }
  const hashing = createHash('sha256');
  for await (const piece of createReadStream(draft)) hashing.update(piece);
  const storage = new S3Storage(place.location);
  const object = { bytes: statSync(draft).size, sha256: hashing.digest('hex') };
  await storage.put(name, { ...object, open: () => createReadStream(draft, { signal: stopping }) });
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

/** The schedule as people see it. */
export function describeBackups({ place, everyHours, keep }: BackupSettings): BackupSchedule {
  const address = place.kind === 'folder' ? place.path : new S3Storage(place.location).address;
  return { place: address, everyHours, keep };
}

/** What the places of backups begin with. */
const baseOf = (place: BackupSettings['place']): string =>
  place.kind === 'storage' ? place.location.url : join(place.path, '/');

/** Deletes what is older than the last `keep` that were restored to check them, where backups are put now. */
async function deleteOldBackups(db: Kysely<Database>, { place, keep }: BackupSettings): Promise<void> {
  const storage = place.kind === 'storage' ? new S3Storage(place.location) : undefined;
  const base = baseOf(place);
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

/**
 * The time from which on backups may need what has been deleted since: of the oldest that is kept, wherever it is, or that is being
 * made. Those at a former place, which nobody deletes, count as long as if they were here.
 */
export async function oldestBackup({ database: { db }, clock, settings }: BackupContext): Promise<Date> {
  const { place, keep, everyHours } = settings.backups;
  const stretchMs = everyHours * HOUR_MS;
  const now = clock.now().getTime();
  const { at } = await db
    .selectFrom('backups')
    .select((backup) => backup.fn.min('at').as('at'))
    .where((is) =>
      is.or([
        is('place', '=', sql<string>`${baseOf(place)} || name`),
        is('at', '>', new Date(now - keep * stretchMs)),
      ]),
    )
    .executeTakeFirstOrThrow();
  return at ?? new Date(now - stretchMs);
}
