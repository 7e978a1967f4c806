import { type Kysely, sql, type Transaction } from 'kysely';
import type { ApiSpecErrorCode } from '#api/generated/types.gen.ts';
import { newId } from '#server/base/ids.ts';
import type { ParseSpecResult, SpecInput } from '#server/content/specifications/parse-spec.ts';
import { catchUpIndex } from '#server/content/stored/index-space.ts';
import { enqueueReferences } from '#server/content/stored/references/reference-jobs.ts';
import { catchUpOperations } from '#server/content/stored/references/stored-operations.ts';
import { runTask, TaskLimitError } from '#server/content/tasks/run-task.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { StoredSpecProblem } from '#server/database/tables/site-tables.ts';
import { FetchError } from '#server/network/fetch-error.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';
import { enqueue, type JobHandler, type JobHandlers, PROCESS_SPEC_JOB } from '#server/queue/job-queue.ts';
import {
  insertVersion,
  replaceVisitorFiles,
  startProcessing,
  type SpecSourceRow,
  finishProcessing,
  findLatestVersion,
  lockSpecById,
} from './api-specs.queries.ts';
import { defaultFileName, fetchSpec } from './fetch-spec.ts';

/** Parsed documents, or why there are none. */
type ProcessingResult =
  | Omit<Extract<ParseSpecResult, { isValid: true }>, 'isValid'>
  | { failure: ApiSpecErrorCode; problem: StoredSpecProblem };

/** Job handlers for specifications. */
export function apiSpecJobs(fetcher: Fetcher): JobHandlers {
  const processSpecJob: JobHandler = async (db, payload, now) => {
    const specId = parsePayload(payload);
    if (specId === undefined) return;
    await processSpec(db, specId, { fetcher, now });
    await catchUpOperations(db);
    await catchUpIndex(db);
  };
  return {
    [PROCESS_SPEC_JOB]: Object.assign(processSpecJob, { onGiveUp: failSpecJob }),
  };
}

/** Marks a specification as unparseable after its job failed for good, unless a newer job is pending. */
async function failSpecJob(db: Kysely<Database>, payload: unknown, now: Date): Promise<void> {
  const specId = parsePayload(payload);
  if (specId === undefined) return;
  await inTransaction(db, async (trx) => {
    await lockSpecById(trx, specId);
    if ((await countPendingJobs(trx, specId)) > 1) return;
    await finishProcessing(trx, specId, { now, failure: 'PARSE_ERROR' });
  });
}

/** Unfinished jobs of a specification. */
async function countPendingJobs(trx: Transaction<Database>, specId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from jobs
    where kind = ${PROCESS_SPEC_JOB} and finished_at is null and payload ->> 'specId' = ${specId}`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

function parsePayload(payload: unknown): string | undefined {
  const specId = Reflect.get(Object(payload), 'specId');
  return typeof specId === 'string' ? specId : undefined;
}

/** Queues processing, to run after the transaction commits. */
export function enqueueProcessing(trx: Transaction<Database>, specId: string, now: Date): Promise<void> {
  return enqueue(trx, { kind: PROCESS_SPEC_JOB, payload: { specId }, runAt: now });
}

/**
 * Fetches and parses the source and stores the result. Discards it if the specification was changed or deleted in the
 * meantime; does nothing if it is already processed.
 */
export async function processSpec(
  db: Kysely<Database>,
  specId: string,
  { fetcher, now }: { fetcher: Fetcher; now: Date },
): Promise<void> {
  const source = await startProcessing(db, specId);
  if (!source) return;
  const result = await processSource(source, fetcher);
  await inTransaction(db, async (trx) => {
    const spec = await lockSpecById(trx, specId);
    if (spec?.updated_at.getTime() !== source.updated_at.getTime()) return;
    if ('failure' in result) return finishProcessing(trx, specId, { now, ...result });
    const latest = await findLatestVersion(trx, specId);
    const isSame = latest?.content_hash === result.hash;
    const versionId = latest && isSame ? latest.id : newId();
    if (!isSame) await insertVersion(trx, { id: versionId, specId, ...result, now });
    await replaceVisitorFiles(trx, versionId, result.files);
    await finishProcessing(trx, specId, { now, versionId });
    if (!isSame) await enqueueReferences(trx, { specId }, now);
  });
}

async function processSource(spec: SpecSourceRow, fetcher: Fetcher): Promise<ProcessingResult> {
  const { organization_id: organizationId, source_url: url } = spec;
  try {
    const input = url === null ? storedInput(spec) : await fetchSpec(url, fetcher, organizationId);
    const read = await runTask('parseSpec', input, { organizationId });
    return read.isValid ? read : { failure: 'PARSE_ERROR', problem: read.problem };
  } catch (error) {
    const file = url ?? spec.source_files?.main ?? 'openapi';
    if (error instanceof TaskLimitError) {
      const message = 'Reading the specification takes too long or too much memory.';
      return { failure: 'PARSE_ERROR', problem: { message, file } };
    }
    if (!(error instanceof FetchError)) throw error;
    const failure = error.failure === 'timeout' ? 'FETCH_TIMEOUT' : 'FETCH_ERROR';
    return { failure, problem: { message: error.message, file } };
  }
}

function storedInput({ source_text: text, source_files: files }: SpecSourceRow): SpecInput {
  if (files) return files;
  const main = defaultFileName(text ?? '');
  return { files: { [main]: text ?? '' }, main };
}
