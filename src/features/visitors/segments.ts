import { readStored, writeStored } from '#src/lib/storage.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import type { Segment } from './audience.ts';

/** The limit per site; each segment is a column. */
export const MAX_SEGMENTS = 20;

const storageKey = (siteId: string) => `segments.${siteId}`;
const stores = new Map<string, Store<readonly Segment[] | null>>();

/** The segments stored in this browser; null if none were saved. */
export function segmentStoreOf(siteId: string): Store<readonly Segment[] | null> {
  const existing = stores.get(siteId);
  if (existing) return existing;
  const created = createStore<readonly Segment[] | null>(
    parseSegments(readStored('local', storageKey(siteId))),
  );
  stores.set(siteId, created);
  return created;
}

export function saveSegments(siteId: string, segments: readonly Segment[]): void {
  const limited = segments.slice(0, MAX_SEGMENTS);
  writeStored('local', storageKey(siteId), JSON.stringify(limited));
  segmentStoreOf(siteId).set(limited);
}

/** Invalid entries are dropped. */
export function parseSegments(text: string | null): Segment[] | null {
  if (text === null) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed.flatMap((one) => parseSegment(one) ?? []) : null;
  } catch {
    return null;
  }
}

function parseSegment(kept: unknown): Segment | null {
  if (typeof kept !== 'object' || kept === null || !('name' in kept) || !('values' in kept)) return null;
  const { name, values } = kept;
  if (typeof name !== 'string' || typeof values !== 'object' || values === null) return null;
  const known = Object.entries(values).filter(
    (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
  );
  return { name, values: Object.fromEntries(known) };
}
