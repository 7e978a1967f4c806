import { addSource, SourceWriter } from '#server/content/stored/import-sources.ts';
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

/** Fetches an address into chunks of the database, so that no part of it has to be in memory. */
export async function fetchSource(
  { context: { db, fetcher, clock }, run, progress, signal }: SourceReading,
  url: string,
  { name, accept }: { name: string; accept: string },
): Promise<StoredSource & { contentType: string }> {
  const organizationId = run.organization_id;
  const id = await addSource(db, { organizationId, importId: run.id, name, size: 0, now: clock.now() });
  const writer = new SourceWriter(db, id);
  let arrived = 0;
  const maxBytes = run.request.maxBytes ?? MAX_BYTES;
  const write = async (bytes: Buffer) => {
    await writer.write(bytes);
    arrived += bytes.length;
    await progress.count('fetch', arrived);
  };
  const { contentType } = await fetcher.download(url, { accept, signal, maxBytes, write });
  const size = await writer.finish();
  await progress.count('fetch', size, size);
  return { id, name, size, contentType };
}
