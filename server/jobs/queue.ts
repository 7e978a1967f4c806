import { type Kysely, sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import { newId } from '#server/database/ids.ts';
import type { Database, Row } from '#server/database/schema.ts';
import { afterCommit } from '#server/database/transaction.ts';

const MINUTE_MS = 60_000;

/** How long after its last sign of life another worker takes a job over. */
const LOCK_TTL_MS = MINUTE_MS;

/** How often a worker gives a sign of life. */
const HEARTBEAT_MS = LOCK_TTL_MS / 3;

const MAX_ATTEMPTS = 8;

/**
 * How often a job may be taken without ever coming to an end, good or bad. Its process has ended meanwhile, and the
 * job may be why: once more in case it was something else, and no third time.
 */
const MAX_INTERRUPTIONS = 2;

type JobFunction = (db: Kysely<Database>, payload: unknown, now: Date) => Promise<void>;

/**
 * What a kind of job does with its payload. It may run twice when a process dies meanwhile. `onGiveUp` is called instead
 * when the job will not be tried any more, and gives what it is about an end that people see.
 */
export type JobHandler = JobFunction & { onGiveUp?: JobFunction };

/** Handlers by kind. */
export type JobHandlers = Readonly<Record<string, JobHandler>>;

const listeners = new Set<() => void>();

/** Calls `listener` when this process has put a job into a queue; the returned function ends that. */
export function onEnqueue(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Puts a job into the queue, due at `runAt`. In a transaction, it exists when that commits. */
export async function enqueue(
  db: Kysely<Database>,
  job: { kind: string; payload?: unknown; runAt: Date },
): Promise<void> {
  await db
    .insertInto('jobs')
    .values({
      id: newId(),
      kind: job.kind,
      payload: JSON.stringify(job.payload ?? {}),
      run_at: job.runAt,
      locked_until: null,
      finished_at: null,
      last_error: null,
    })
    .execute();
  afterCommit(db, () => {
    for (const listener of listeners) listener();
  });
}

/**
 * Runs the jobs that are due, one after another, and returns how many. Workers of several processes never take the
 * same one. A job that fails is tried again, later each time, and given up after eight attempts. One whose process has
 * ended in the midst of it twice is set aside without being run. Once `isStopping` says so, no further job is begun:
 * the queue keeps them for the next start.
 */
export async function runDueJobs(
  db: Kysely<Database>,
  handlers: JobHandlers,
  clock: Clock,
  isStopping: () => boolean = () => false,
): Promise<number> {
  for (let done = 0; ; done += 1) {
    if (isStopping()) return done;
    const job = await claimJob(db, Object.keys(handlers), clock.now());
    if (!job) return done;
    const renewal = setInterval(() => void renewLock(db, job.id, clock.now()), HEARTBEAT_MS);
    try {
      await finish(db, job.id, await runJob(db, job, handlers[job.kind], clock));
    } finally {
      clearInterval(renewal);
    }
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
    await handler?.(db, job.payload, clock.now());
    return { finished_at: clock.now(), locked_until: null, last_error: null };
  } catch (error) {
    const now = clock.now();
    const last_error = error instanceof Error ? error.message : String(error);
    if (job.interruptions < MAX_INTERRUPTIONS && job.attempts < MAX_ATTEMPTS) {
      const delay = MINUTE_MS * 2 ** job.attempts;
      return { last_error, locked_until: null, run_at: new Date(now.getTime() + delay) };
    }
    await handler?.onGiveUp?.(db, job.payload, now);
    return { last_error, locked_until: null, finished_at: now };
  }
}

async function claimJob(db: Kysely<Database>, kinds: string[], now: Date): Promise<Row<'jobs'> | undefined> {
  const due = db
    .selectFrom('jobs')
    .select('id')
    .where('finished_at', 'is', null)
    .where('run_at', '<=', now)
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
      // Counted before anything is done: whoever ends a job, well or not, lets go of it, and whoever dies does not.
      interruptions: sql<number>`interruptions + case when locked_until is null then 0 else 1 end`,
    }))
    .where('id', '=', due)
    .returningAll()
    .executeTakeFirst();
}

/** Keeps a job that still runs. Where that fails, the worst is that it runs twice. */
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
}

async function finish(db: Kysely<Database>, id: string, end: JobResult): Promise<void> {
  await db.updateTable('jobs').set(end).where('id', '=', id).execute();
}

/** Kind of the job that reads a specification; its payload is `{specId}`. */
export const READ_SPEC_JOB = 'read-api-spec';
