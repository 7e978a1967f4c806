import {
  addSource,
  findFetched,
  finishFetched,
  readSource,
  SourceWriter,
} from '#server/content/stored/import-sources.ts';
import type { FetchedResponse } from '#server/database/tables/import-tables.ts';
import type { ImportContext } from '../import-context.ts';
import type { ImportProgress } from '../import-progress.ts';
import type { BegunRun } from '../import-runs.queries.ts';

const MAX_BYTES = 1024 * 1024 * 1024;

/** How a run reads its source. */
export interface SourceReading {
  context: ImportContext;
  run: BegunRun;
  progress: ImportProgress;
  /** Aborts when the server stops. */
  signal: AbortSignal;
}

/** A source in chunks. */
export interface StoredSource {
  id: string;
  name: string;
  size: number;
}

export interface FetchedSource extends StoredSource, FetchedResponse {}

export interface FetchWishes {
  name: string;
  accept: string;
  maxBytes?: number;
  /** How long all of it may take. */
  timeoutMs?: number;
}

/** Fetches an address into chunks of the database. */
export function fetchSource(
  reading: SourceReading,
  url: string,
  { name, accept, maxBytes = MAX_BYTES, timeoutMs }: FetchWishes,
): Promise<FetchedSource> {
  const { context, run, signal } = reading;
  const signals = timeoutMs === undefined ? [signal] : [signal, AbortSignal.timeout(timeoutMs)];
  const limit = Math.min(maxBytes, run.request.maxBytes ?? MAX_BYTES);
  return storeOnce(reading, { name, address: url }, (write) =>
    context.fetcher.download(url, { accept, signal: AbortSignal.any(signals), maxBytes: limit, write }),
  );
}

/**
 * Stores what is fetched as it comes, so that no part of it has to be in memory. What the run has fetched whole, before its
 * work was interrupted or waited for choices, is not fetched again.
 */
export async function storeOnce(
  { context: { db, clock }, run, progress }: SourceReading,
  { name, address }: { name: string; address: string },
  fetch: (write: (bytes: Buffer) => Promise<void>) => Promise<FetchedResponse>,
): Promise<FetchedSource> {
  const present = await findFetched(db, run.id, address);
  if (present?.response) {
    await progress.advance('fetch', present.size);
    return { id: present.id, name, size: present.size, ...present.response };
  }
  const source = { organizationId: run.organization_id, importId: run.id, name, size: 0, address };
  const id = await addSource(db, { ...source, now: clock.now() });
  const writer = new SourceWriter(db, id);
  const write = async (bytes: Buffer) => {
    await writer.write(bytes);
    await progress.advance('fetch', bytes.length);
  };
  try {
    const response = await fetch(write);
    const size = await writer.finish();
    await finishFetched(db, id, response);
    return { id, name, size, ...response };
  } catch (error) {
    await db.deleteFrom('import_sources').where('id', '=', id).execute();
    throw error;
  }
}

/** All bytes of a small source. */
export async function bytesOfSource(
  { context: { db } }: Pick<SourceReading, 'context'>,
  { id, size }: StoredSource,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of readSource(db, id, { start: 0, end: size })) parts.push(part);
  return Buffer.concat(parts, size);
}
