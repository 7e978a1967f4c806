import type { Kysely } from 'kysely';
import { ApiError } from '#server/base/errors.ts';
import type { Limiter } from '#server/base/limiter.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { IMPORT_JOB, type JobHandler, type JobHandlers, runJobNow } from '#server/queue/job-queue.ts';
import type { ImportContext } from './import-context.ts';
import { failRun } from './import-runs.queries.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Does the work of imports in this process. */
    imports: ImportRunner;
  }
}

/**
 * Does the work of imports: at once where a request has started one and there is a place for it, else as a job, which any
 * server takes.
 */
export class ImportRunner {
  readonly #context: ImportContext;
  readonly #limiter: Limiter;
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(context: ImportContext, limiter: Limiter) {
    this.#context = context;
    this.#limiter = limiter;
  }

  /** The jobs, for the worker. */
  get jobs(): JobHandlers {
    const work: JobHandler = async (_db, payload) => {
      const importId = importIdOf(payload);
      if (importId === undefined) return;
      // Loaded on first use: few servers import often.
      const { runImport } = await import('./run-import.ts');
      await runImport(this.#context, importId, this.#stopping.signal);
    };
    return { [IMPORT_JOB]: Object.assign(work, { onGiveUp: giveUp }) };
  }

  /** Begins the work of a run in this process, unless it has no place for it in time. Resolves when it has ended. */
  start({ jobId, organizationId }: { jobId: string; organizationId: string }): Promise<void> {
    const { db, clock, log } = this.#context;
    const work = this.#limiter
      .run(organizationId, () => runJobNow(db, jobId, this.jobs, clock), { signal: this.#stopping.signal })
      .then(
        () => {},
        (error: unknown) => {
          // No place, or a stop: a worker takes the job.
          if (error instanceof ApiError || this.#stopping.signal.aborted) return;
          log.error({ err: error }, 'an import failed');
        },
      )
      .finally(() => this.#running.delete(work));
    this.#running.add(work);
    return work;
  }

  /** Stops what runs, so that another server goes on, and waits for it. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
  }
}

const giveUp = async (db: Kysely<Database>, payload: unknown, now: Date) => {
  const importId = importIdOf(payload);
  if (importId === undefined) return;
  const { UNKNOWN_PROBLEM } = await import('./run-import.ts');
  await failRun(db, importId, { problem: UNKNOWN_PROBLEM, now });
};

function importIdOf(payload: unknown): string | undefined {
  const importId = Reflect.get(Object(payload), 'importId');
  return typeof importId === 'string' ? importId : undefined;
}
