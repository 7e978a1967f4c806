import { client } from '#api/generated/client.gen.ts';
import type { ContentImportResult } from '#api/generated/types.gen.ts';
import { ApiError } from '../errors.ts';
import { isJsonObject, type JsonObject } from './json-object.ts';

/** How long until a run is asked for again. */
const PAUSE_MS = 2000;

const runsUrl = '/v1/org/{organizationId}/imports';
const runUrl = `${runsUrl}/{importRunId}`;

interface ImportRun {
  organizationId: string;
  /** The website. */
  url: string;
  /** The identifiers of the space and, if it goes there, of the change request. */
  target: { space: string; changeRequest?: string };
}

/**
 * Imports a website at servers where an import is a run with a status. Resolves once the run has ended; such
 * servers return no revision.
 * @throws {ApiError} if it fails or is cancelled
 */
export async function importInRun(
  { organizationId, url, target }: ImportRun,
  wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<ContentImportResult> {
  const started = await client.post({
    url: runsUrl,
    path: { organizationId },
    // Texts are taken as they are.
    body: { source: { type: 'website', url }, target, enhance: false },
    headers: { 'Content-Type': 'application/json' },
    throwOnError: true,
  });
  let run = fieldsOf(started.data);
  const path = { organizationId, importRunId: String(run.id) };
  while (run.status === 'pending' || run.status === 'in-progress') {
    await wait(PAUSE_MS);
    run = fieldsOf((await client.get({ url: runUrl, path, throwOnError: true })).data);
  }
  if (run.status !== 'completed')
    throw new ApiError({
      status: 502,
      message: typeof run.reason === 'string' ? run.reason : `The import ended as “${String(run.status)}”.`,
      operation: `POST ${runsUrl}`,
    });
  const pages = Array.isArray(run.pages) ? run.pages.filter(isJsonObject) : [];
  const completedPages = pages.filter(({ status }) => status === 'complete');
  return { revision: '', importedResources: completedPages.length, totalResources: pages.length };
}

const fieldsOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
