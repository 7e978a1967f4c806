import { Readable } from 'node:stream';
import { inspectImage } from '#server/content/import/inspect-image.ts';
import { keyOf } from '#server/content/import/page-key.ts';
import type { SourceEntry } from '#server/content/import/source-entry.ts';
import { picturePath } from '#server/content/import/web/fetched-path.ts';
import { CHUNK_BYTES, readSource } from '#server/content/stored/import-sources.ts';
import { FetchError } from '#server/network/fetch-error.ts';
import type { ReportRow } from '../import-runs.queries.ts';
import { fetchSource, type SourceReading } from './fetch-source.ts';
import { mapInBatches } from './in-batches.ts';

const MEBIBYTE = 1024 * 1024;
const MAX_PICTURES = 1000;
const MAX_PICTURE_BYTES = 10 * MEBIBYTE;
/** Of all pictures together. */
const MAX_BYTES = 250 * MEBIBYTE;
const PICTURE_TIMEOUT_MS = 15_000;
/** For all pictures. */
const PICTURES_TIMEOUT_MS = 600_000;

export interface FetchedPictures {
  entries: SourceEntry[];
  /** Files by their addresses. */
  paths: Map<string, string>;
  /** What could not be fetched. */
  report: ReportRow[];
}

/** Fetches pictures of other hosts; `folder` is put before their paths, `host` is the one whose paths are kept. */
export async function fetchPictures(
  reading: SourceReading,
  addresses: readonly string[],
  { folder, host }: { folder: string; host: string | undefined },
): Promise<FetchedPictures> {
  const { signal: stopping } = reading;
  const deadline = AbortSignal.timeout(PICTURES_TIMEOUT_MS);
  const limited = { ...reading, signal: AbortSignal.any([deadline, stopping]) };
  const { db } = reading.context;
  const pictures: FetchedPictures = { entries: [], paths: new Map(), report: [] };
  let bytes = 0;
  const leaveOut = (address: string, reason: string) => {
    const message = `The picture stays at its address: ${reason}`;
    pictures.report.push({ path: address, kind: 'warning', message });
  };
  const fetchOne = async (address: string) => {
    if (bytes >= MAX_BYTES)
      return leaveOut(address, `all together have more than ${MAX_BYTES / MEBIBYTE} MiB.`);
    const wishes = { name: 'picture', accept: 'image/*', maxBytes: MAX_PICTURE_BYTES };
    const source = await fetchSource(limited, address, { ...wishes, timeoutMs: PICTURE_TIMEOUT_MS }).catch(
      (error: unknown) => {
        if (!(error instanceof FetchError) || stopping.aborted) throw error;
        return leaveOut(address, error.message);
      },
    );
    if (!source) return;
    const { id, size } = source;
    const end = Math.min(size, CHUNK_BYTES);
    const start: Buffer[] = [];
    for await (const part of readSource(db, id, { start: 0, end })) start.push(part);
    const kind = inspectImage(Buffer.concat(start));
    if (!kind) return leaveOut(address, 'it is no PNG, JPEG, GIF, WebP or SVG.');
    bytes += size;
    const path = folder + picturePath(address, kind.extension, host);
    pictures.paths.set(keyOf(address), path);
    const open = async () => Readable.from(readSource(db, id, { start: 0, end: size }));
    pictures.entries.push({ path, size, open });
  };
  await mapInBatches(addresses.slice(0, MAX_PICTURES), fetchOne);
  for (const address of addresses.slice(MAX_PICTURES))
    leaveOut(address, `an import fetches up to ${MAX_PICTURES.toLocaleString('en')} pictures.`);
  return pictures;
}
