import type { Kysely } from 'kysely';
import type { Clock } from '#server/base/clock.ts';
import type { ObjectStorage } from '#server/base/object-storage.ts';
import {
  deleteOrphans,
  hasFilesToMove,
  hasOrphans,
  moveToStorage,
} from '#server/content/stored/move-bytes.ts';
import { keepsFilesInDatabase } from '#server/database/server-settings.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { enqueue, type JobHandlers, StoppedJobError } from '#server/queue/job-queue.ts';

const KIND = 'move-files';

export interface FileJobOptions {
  storage: ObjectStorage;
  clock: Clock;
  /** Since when backups may need objects that no file refers to any more. */
  keptSince?: () => Promise<Date>;
}

/** Moves files into the storage, and deletes what no file refers to there. */
export function fileJobs(
  { storage, clock, keptSince }: FileJobOptions,
  isStopping: () => boolean = () => false,
): JobHandlers {
  return {
    [KIND]: async (db) => {
      if (!(await keepsFilesInDatabase(db))) await moveToStorage({ db, storage, clock }, { isStopping });
      if (isStopping()) throw new StoppedJobError('The server stops.');
      await deleteOrphans({ db, storage }, (await keptSince?.()) ?? clock.now());
    },
  };
}

/** Enqueues the job if there is something to do; one server runs it. */
export async function enqueueFileJob(
  db: Kysely<Database>,
  { clock, keptSince }: FileJobOptions,
): Promise<void> {
  const waiting = await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', KIND)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  if (waiting) return;
  const now = clock.now();
  const moves = !(await keepsFilesInDatabase(db));
  if ((moves && (await hasFilesToMove(db))) || (await hasOrphans(db, (await keptSince?.()) ?? now)))
    await enqueue(db, { kind: KIND, runAt: now });
}
