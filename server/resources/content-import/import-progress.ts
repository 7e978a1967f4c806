import type { Kysely } from 'kysely';
import type { ImportStep, ImportStepName } from '#api/generated/types.gen.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { StoppedJobError } from '#server/queue/job-queue.ts';
import { insertEntries, type ReportRow, writeSteps } from './import-runs.queries.ts';

/** Thrown where a run was canceled, or has ended in another process. */
export class CanceledImportError extends Error {}

/** How often progress is written. */
const WRITE_MS = 500;
const MAX_ENTRIES = 50_000;
const MAX_MESSAGE = 1000;

/** What a run has done so far, and what it has to say of the source. */
export class ImportProgress {
  readonly #db: Kysely<Database>;
  readonly #importId: string;
  readonly #stopping: AbortSignal;
  readonly #steps: ImportStep[] = [];
  #entries = 0;
  #writtenAt = -Infinity;
  /** Entries beyond the limit of a report. */
  #unlisted = 0;

  constructor(db: Kysely<Database>, importId: string, stopping: AbortSignal) {
    this.#db = db;
    this.#importId = importId;
    this.#stopping = stopping;
  }

  get steps(): readonly ImportStep[] {
    return this.#steps;
  }

  /** Counts work of a step. Throws where the run was canceled or the server stops. */
  async count(name: ImportStepName, done: number, total?: number): Promise<void> {
    const step = this.#steps.find((begun) => begun.name === name);
    const next = { name, done, ...(total !== undefined && { total }) };
    if (step) Object.assign(step, next);
    else this.#steps.push(next);
    const now = performance.now();
    const isDue = !step || done === total || now - this.#writtenAt > WRITE_MS;
    if (isDue) {
      this.#writtenAt = now;
      if (!(await writeSteps(this.#db, this.#importId, this.#steps))) throw new CanceledImportError();
    }
    if (this.#stopping.aborted) throw new StoppedJobError('The server stops.');
  }

  /** Counts further work of a step whose end is not known. */
  advance(name: ImportStepName, by: number): Promise<void> {
    const step = this.#steps.find((begun) => begun.name === name);
    return this.count(name, (step?.done ?? 0) + by);
  }

  /** Says that nothing more is to be done in a step that was begun. */
  async end(name: ImportStepName): Promise<void> {
    const step = this.#steps.find((begun) => begun.name === name);
    if (step) await this.count(name, step.done, step.done);
  }

  /** Adds to the report; within a transaction that has locked the run, by its connection. */
  async report(entries: readonly ReportRow[], db: Kysely<Database> = this.#db): Promise<void> {
    const listed = entries.slice(0, Math.max(0, MAX_ENTRIES - this.#entries));
    this.#unlisted += entries.length - listed.length;
    const rows = listed.map((entry) => ({
      ...entry,
      path: cutText(entry.path),
      message: cutText(entry.message),
    }));
    await insertEntries(db, this.#importId, rows, this.#entries);
    this.#entries += rows.length;
  }

  /** Says how many entries the report has no room for. */
  async finishReport(db: Kysely<Database>): Promise<void> {
    if (this.#unlisted === 0) return;
    const message = `${this.#unlisted.toLocaleString('en')} more entries are not listed.`;
    await insertEntries(db, this.#importId, [{ path: '', kind: 'warning', message }], this.#entries);
  }
}

/** NUL characters cannot be stored. */
function cutText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').slice(0, MAX_MESSAGE);
}
