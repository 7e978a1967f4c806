import { ApiError } from '#server/base/errors.ts';
import { ImportError } from '#server/content/import/import-error.ts';
import { deleteSources } from '#server/content/stored/import-sources.ts';
import { TaskLimitError } from '#server/content/tasks/run-task.ts';
import { DiskAlmostFullError } from '#server/database/data-folder/disk-space.ts';
import { isTooLong, isUnavailable } from '#server/database/engine/transaction.ts';
import { FetchError } from '#server/network/fetch-error.ts';
import { PermanentJobError, StoppedJobError } from '#server/queue/job-queue.ts';
import { removeDrafts } from '#server/sites/remove-spaces.ts';
import type { ImportContext } from './import-context.ts';
import { CanceledImportError, ImportProgress } from './import-progress.ts';
import { beginRun, type BegunRun, failRun, planRun } from './import-runs.queries.ts';
import { readSourceOf } from './source/read-source.ts';
import { findTarget, writeImport } from './write-import.ts';

/**
 * Does the work of a run, from its beginning: reads the source, stores texts and files that nothing names yet, writes drafts
 * of spaces, and makes all of it visible in one transaction. A failure before that leaves nothing.
 */
export async function runImport(
  context: ImportContext,
  importId: string,
  stopping: AbortSignal,
): Promise<void> {
  const { db } = context;
  const run = await beginRun(db, importId);
  // Canceled between two attempts.
  if (!run) return removeDrafts(db, { importId });
  const progress = new ImportProgress(db, importId, stopping);
  try {
    const source = await readSourceOf({ context, run, progress, signal: stopping });
    if (run.request.plan) {
      const target = await findTarget(db, run);
      const changes = target && (await source.compare(target));
      await planRun(db, importId, { ...source.recognized, ...(changes && { changes }) }, 'planned');
      return;
    }
    await planRun(db, importId, source.recognized, 'running');
    const prepared = await source.prepare();
    await writeImport(context, run, prepared, progress);
    await deleteSources(db, importId);
    await removeDrafts(db, { importId });
  } catch (error) {
    await endRun(context, run, { error, stopping });
  }
}

async function endRun(
  { db, clock, log }: ImportContext,
  run: BegunRun,
  { error, stopping }: { error: unknown; stopping: AbortSignal },
): Promise<void> {
  if (error instanceof StoppedJobError || stopping.aborted) throw new StoppedJobError('The server stops.');
  // The job is tried again.
  if (error instanceof DiskAlmostFullError || isUnavailable(error)) throw error;
  if (!(error instanceof CanceledImportError)) {
    const problem = problemOf(error);
    if (problem === undefined) log.error({ err: error, importId: run.id }, 'an import failed');
    await failRun(db, run.id, { problem: problem ?? UNKNOWN_PROBLEM, now: clock.now() });
  }
  await deleteSources(db, run.id);
  await removeDrafts(db, { importId: run.id });
}

/** For failures that the person who imports cannot explain. */
export const UNKNOWN_PROBLEM =
  'The server could not do this import. Try it again, or with a part of the source.';

/** Errors that the next attempt would meet again, as a sentence for the person who imports. */
function problemOf(error: unknown): string | undefined {
  if (error instanceof TaskLimitError && error.limit === 'time')
    return 'The content takes too long to import.';
  if (error instanceof TaskLimitError || error instanceof RangeError)
    return 'The content is too large or too deeply nested to import.';
  if (error instanceof FetchError || error instanceof ImportError) return error.message;
  if (error instanceof PermanentJobError) return error.message;
  if (isTooLong(error)) return 'The server takes too long to write all of it at once. Import it in parts.';
  return error instanceof ApiError && error.status < 500 && error.status !== 429 ? error.message : undefined;
}
