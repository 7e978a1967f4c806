import { type Kysely, sql } from 'kysely';
import type { Clock } from '#server/base/clock.ts';
import { newId } from '#server/base/ids.ts';
import { traced } from '#server/base/tracing.ts';
import { afterCommit } from '#server/database/engine/transaction.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';

const MINUTE_MS = 60_000;

/** How long after its last heartbeat another worker takes over a job. */
const LOCK_TTL_MS = MINUTE_MS;

/** How often a worker sends a heartbeat. */
const HEARTBEAT_MS = LOCK_TTL_MS / 3;

const MAX_ATTEMPTS = 8;

/**
 * How often a job may be interrupted because its process ended. The job may be the reason: it is retried once, in case
 * it was something else.
 */
const MAX_INTERRUPTIONS = 2;

/** Thrown by a job that would fail again: it is given up at once. */
export class PermanentJobError extends Error {}

/** Thrown by a job that stops because its process does: another one begins it again at once. */
export class StoppedJobError extends Error {}

type JobFunction = (db: Kysely<Database>, payload: unknown, now: Date) => Promise<void>;

/**
 * The function of a kind of job. It may run twice if a process dies. When the job is given up, `onGiveUp` runs instead
 * and sets a final state that people see.
 */
export type JobHandler = JobFunction & { onGiveUp?: JobFunction };

export type JobHandlers = Readonly<Record<string, JobHandler>>;

const listeners = new Set<() => void>();

/** Calls `listener` when this process enqueues a job. Returns an unsubscribe function. */
export function onEnqueue(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A job to enqueue. */
interface NewJob {
  /** Needed by who runs it at once, with `runJobNow`. */
  id?: string;
  kind: string;
  payload?: unknown;
  runAt: Date;
}

/** Enqueues jobs, due at `runAt`. In a transaction, they exist once that commits. */
export async function enqueue(db: Kysely<Database>, ...jobs: readonly NewJob[]): Promise<void> {
  await db
    .insertInto('jobs')
    .values(
      jobs.map(({ id = newId(), kind, payload, runAt }) => ({
        id,
        kind,
        payload: JSON.stringify(payload ?? {}),
        run_at: runAt,
        locked_until: null,
        finished_at: null,
        last_error: null,
      })),
    )
    .execute();
  afterCommit(db, () => {
    for (const listener of listeners) listener();
  });
}

/**
 * Runs due jobs one after another and returns how many. Workers of several processes never run the same one. A failed
 * job is retried with increasing delays, at most eight attempts, unless it throws a `PermanentJobError`. A job interrupted
 * twice is given up without running.
 * Once `isStopping` returns true, no further job starts.
 */
export async function runDueJobs(
  db: Kysely<Database>,
  handlers: JobHandlers,
  clock: Clock,
  isStopping: () => boolean = () => false,
): Promise<number> {
  for (let doneCount = 0; ; doneCount += 1) {
    if (isStopping()) return doneCount;
    const job = await claimJob(db, { kinds: Object.keys(handlers), now: clock.now() });
    if (!job) return doneCount;
    await runClaimed(db, job, handlers, clock);
  }
}

/** Runs a job that was just enqueued, though it may not be due yet. False if another worker has it, or it is done. */
export async function runJobNow(
  db: Kysely<Database>,
  id: string,
  handlers: JobHandlers,
  clock: Clock,
): Promise<boolean> {
  const job = await claimJob(db, { kinds: Object.keys(handlers), now: clock.now(), id });
  if (!job) return false;
  await runClaimed(db, job, handlers, clock);
  return true;
}

async function runClaimed(
  db: Kysely<Database>,
  job: Row<'jobs'>,
  handlers: JobHandlers,
  clock: Clock,
): Promise<void> {
  const renewal = setInterval(() => void renewLock(db, job.id, clock.now()), HEARTBEAT_MS);
  try {
    await finish(db, job.id, await runJob(db, job, handlers[job.kind], clock));
  } finally {
    clearInterval(renewal);
  }
}

async function runJob(
  db: Kysely<Database>,
  job: Row<'jobs'>,
  handler: JobHandler | undefined,
  clock: Clock,
): Promise<JobResult> {
  try {
    if (job.interruptions >= MAX_INTERRUPTIONS)
      throw new Error('The server stopped while this job was running.');
    const attributes = { 'bindery.job_id': job.id };
    await traced(`job ${job.kind}`, { kind: 'consumer', attributes }, async () =>
      handler?.(db, job.payload, clock.now()),
    );
    return { finished_at: clock.now(), locked_until: null, last_error: null };
  } catch (error) {
    const now = clock.now();
    const last_error = error instanceof Error ? error.message : String(error);
    if (error instanceof StoppedJobError)
      return { last_error, locked_until: null, run_at: now, attempts: job.attempts - 1 };
    const mayRetry = job.interruptions < MAX_INTERRUPTIONS && job.attempts < MAX_ATTEMPTS;
    if (mayRetry && !(error instanceof PermanentJobError)) {
      const delay = MINUTE_MS * 2 ** job.attempts;
      return { last_error, locked_until: null, run_at: new Date(now.getTime() + delay) };
    }
    await handler?.onGiveUp?.(db, job.payload, now);
    return { last_error, locked_until: null, finished_at: now };
  }
}

/** Claims a due job, or the one with an id. */
async function claimJob(
  db: Kysely<Database>,
  { kinds, now, id }: { kinds: string[]; now: Date; id?: string },
): Promise<Row<'jobs'> | undefined> {
  const due = db
    .selectFrom('jobs')
    .select('id')
    .where('finished_at', 'is', null)
    .$if(id === undefined, (query) => query.where('run_at', '<=', now))
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .where('kind', '=', sql<string>`any(${kinds}::text[])`)
    .where((is) => is.or([is('locked_until', 'is', null), is('locked_until', '<', now)]))
    .orderBy('run_at')
    .limit(1)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable('jobs')
    .set((job) => ({
      locked_until: new Date(now.getTime() + LOCK_TTL_MS),
      attempts: job('attempts', '+', 1),
      // Counted before the job runs: a finished job releases its lock, a dead process does not.
      interruptions: sql<number>`interruptions + case when locked_until is null then 0 else 1 end`,
    }))
    .where('id', '=', due)
    .returningAll()
    .executeTakeFirst();
}

/** Renews the lock of a running job. If that fails, the job may run twice. */
async function renewLock(db: Kysely<Database>, id: string, now: Date): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ locked_until: new Date(now.getTime() + LOCK_TTL_MS) })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute()
    .catch(() => {});
}

interface JobResult {
  last_error: string | null;
  locked_until: null;
  finished_at?: Date;
  run_at?: Date;
  attempts?: number;
}

async function finish(db: Kysely<Database>, id: string, end: JobResult): Promise<void> {
  await db.updateTable('jobs').set(end).where('id', '=', id).execute();
}

/** Job kind; the payload is `{specId}`. */
export const PROCESS_SPEC_JOB = 'read-api-spec';

/** Job kind: counts what a change request changes. The payload is `{changeRequestId}`. */
export const MEASURE_JOB = 'measure-change-request';

/** Job kind; the payload is `{importId}`. */
export const IMPORT_JOB = 'import';

/** Job kind: carries out planned merges. The payload is `{spaceId}`. */
export const MERGE_JOB = 'merge-planned';

/** Job kind; the payload is `{siteId, scheduleId}`. */
export const APPLY_DRAFT_JOB = 'apply-structure-draft';
