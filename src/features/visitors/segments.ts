import { readStored, writeStored } from '#src/lib/storage.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import type { Segment } from './audience.ts';

/** So many segments of a site are kept: each is a column. */
export const mostSegments = 20;

const keyOf = (siteId: string) => `segments.${siteId}`;
const stores = new Map<string, Store<readonly Segment[] | null>>();

/** The segments of a site that somebody has made in this browser; null where none were ever kept. */
export function segmentsOf(siteId: string): Store<readonly Segment[] | null> {
  const known = stores.get(siteId);
  if (known) return known;
  const made = createStore<readonly Segment[] | null>(readSegments(readStored('local', keyOf(siteId))));
  stores.set(siteId, made);
  return made;
}

/** Keeps the segments of a site in this browser. */
export function keepSegments(siteId: string, segments: readonly Segment[]): void {
  const kept = segments.slice(0, mostSegments);
  writeStored('local', keyOf(siteId), JSON.stringify(kept));
  segmentsOf(siteId).set(kept);
}

/** Reads kept segments; what is not of their shape is left out. */
export function readSegments(text: string | null): Segment[] | null {
  if (text === null) return null;
  try {
    const kept: unknown = JSON.parse(text);
    return Array.isArray(kept) ? kept.flatMap((one) => readSegment(one) ?? []) : null;
  } catch {
    return null;
  }
}

function readSegment(kept: unknown): Segment | null {
  if (typeof kept !== 'object' || kept === null || !('name' in kept) || !('values' in kept)) return null;
  const { name, values } = kept;
  if (typeof name !== 'string' || typeof values !== 'object' || values === null) return null;
  const known = Object.entries(values).filter(
    (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
  );
  return { name, values: Object.fromEntries(known) };
}
