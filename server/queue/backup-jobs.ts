import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';
import { enqueue } from './job-queue.ts';

/** Job kind: writes a backup, and restores it to check it; or, with a name as `check`, restores an earlier one. */
export const BACKUP_JOB = 'backup';

/**
 * Enqueues a backup, unless one waits, is made or is checked: there are never two at a time. Returns whether it did.
 *
 * @param id of the job; nothing is enqueued either where a job has had it
 * @param check the name of an earlier backup to restore, instead of making one
 */
export async function requestBackup(
  trx: Transaction<Database>,
  { id, check, now }: { id?: string; check?: string; now: Date },
): Promise<boolean> {
  // Two servers may ask at the same moment.
  await sql`select pg_advisory_xact_lock(hashtextextended('backups', 0))`.execute(trx);
  const known = await trx
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', BACKUP_JOB)
    .where((job) => job.or([job('finished_at', 'is', null), job('id', '=', id ?? '')]))
    .limit(1)
    .executeTakeFirst();
  if (known) return false;
  await enqueue(trx, { ...(id !== undefined && { id }), kind: BACKUP_JOB, payload: { check }, runAt: now });
  return true;
}

/** How the jobs that make backups are. */
export interface BackupProgress {
  /** Of the one that is not done. */
  state: 'waiting' | 'running' | 'checking' | undefined;
  /** Of the last one that is done, if it failed. */
  failure: { at: Date; error: string } | undefined;
}

export async function findBackupProgress(db: Kysely<Database>, now: Date): Promise<BackupProgress> {
  const jobs = await db
    .selectFrom('jobs')
    .select(['finished_at', 'locked_until', 'last_error', 'payload'])
    .where('kind', '=', BACKUP_JOB)
    .orderBy('finished_at', (order) => order.desc().nullsFirst())
    .limit(2)
    .execute();
  const open = jobs.find(({ finished_at: at }) => at === null);
  const last = jobs.find(({ finished_at: at }) => at !== null);
  const isRunning =
    open?.locked_until !== null && open?.locked_until !== undefined && open.locked_until > now;
  return {
    state: open && (isRunning ? runningState(open.payload) : 'waiting'),
    failure:
      last?.finished_at && last.last_error !== null
        ? { at: last.finished_at, error: last.last_error }
        : undefined,
  };
}

const runningState = (payload: unknown) => (backupToCheck(payload) === undefined ? 'running' : 'checking');

/** The name of the backup that a job restores; undefined for one that makes a backup. */
export function backupToCheck(payload: unknown): string | undefined {
  const { check }: { check?: unknown } = Object(payload);
  return typeof check === 'string' ? check : undefined;
}
