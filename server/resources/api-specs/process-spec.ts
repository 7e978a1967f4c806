import { type Kysely, sql, type Transaction } from 'kysely';
import type { ApiSpecErrorCode } from '#api/generated/types.gen.ts';
import { newId } from '#server/base/ids.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import { enqueueReferences } from '#server/content/stored/reference-jobs.ts';
import { catchUpOperations } from '#server/content/stored/stored-operations.ts';
import { runTask, TaskLimitError } from '#server/content/tasks/run-task.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { FetchError } from '#server/network/fetch-error.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';
import { enqueue, type JobHandler, type JobHandlers, PROCESS_SPEC_JOB } from '#server/queue/job-queue.ts';
import {
  insertVersion,
  startProcessing,
  type SpecSourceRow,
  finishProcessing,
  findLatestVersion,
  lockSpecById,
} from './api-specs.queries.ts';

const ACCEPT = 'application/json, application/yaml, text/yaml, text/plain;q=0.9, */*;q=0.5';

/** Parsed documents, or an error code. */
type ProcessingResult = { filesystem: string; hash: string } | { failure: ApiSpecErrorCode };

/** Job handlers for specifications. */
export function apiSpecJobs(fetcher: Fetcher): JobHandlers {
  const processSpecJob: JobHandler = async (db, payload, now) => {
    const specId = parsePayload(payload);
    if (specId === undefined) return;
    await processSpec(db, specId, { fetcher, now });
    await catchUpOperations(db);
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
    if ('failure' in result) return finishProcessing(trx, specId, { now, failure: result.failure });
    const latest = await findLatestVersion(trx, specId);
    const isSame = latest?.content_hash === result.hash;
    const versionId = latest && isSame ? latest.id : newId();
    if (!isSame) await insertVersion(trx, { id: versionId, specId, ...result, now });
    await finishProcessing(trx, specId, { now, versionId });
    if (!isSame) await enqueueReferences(trx, { specId }, now);
  });
}

async function processSource(spec: SpecSourceRow, fetcher: Fetcher): Promise<ProcessingResult> {
  try {
    const { text, fileName } = await fetchSource(spec, fetcher);
    const read = await runTask('parseSpec', { text, fileName }, { organizationId: spec.organization_id });
    return read.isValid ? read : { failure: 'PARSE_ERROR' };
  } catch (error) {
    if (error instanceof TaskLimitError) return { failure: 'PARSE_ERROR' };
    if (!(error instanceof FetchError)) throw error;
    return { failure: error.failure === 'timeout' ? 'FETCH_TIMEOUT' : 'FETCH_ERROR' };
  }
}

async function fetchSource({ source_url: url, source_text: sourceText }: SpecSourceRow, fetcher: Fetcher) {
  const text =
    url === null ? (sourceText ?? '') : (await fetcher(url, { accept: ACCEPT })).body.toString('utf8');
  const extension = text.trimStart().startsWith('{') ? 'json' : 'yaml';
  return { text, fileName: fileNameOf(url) ?? `openapi.${extension}` };
}

/** The file name of a URL, where it looks like a specification. */
function fileNameOf(url: string | null): string | undefined {
  const name = url === null ? '' : parseUrl(url)?.pathname.split('/').at(-1);
  return name !== undefined && /^[\w.-]{1,100}\.(json|ya?ml)$/i.test(name) ? name : undefined;
}
