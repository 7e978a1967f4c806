/** The segments of visitors that the simulator compares, which are kept in this browser. */
import { readStored, writeStored } from '#src/lib/storage.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { defaultSegments, type Segment } from '../audience.ts';
import { type ClaimValue, isClaimValue, MAX_CLAIM_VALUE } from '../claim-value.ts';
import type { Claim } from '../claims.ts';

/** The limit per site; each segment is a column. */
export const MAX_SEGMENTS = 20;

const storageKey = (siteId: string) => `segments.${siteId}`;
const stores = new Map<string, Store<readonly Segment[] | null>>();

/** The segments stored in this browser; null if none were saved. */
function segmentStoreOf(siteId: string): Store<readonly Segment[] | null> {
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
    return Array.isArray(parsed) ? parsed.flatMap((entry) => parseSegment(entry) ?? []) : null;
  } catch {
    return null;
  }
}

function parseSegment(value: unknown): Segment | null {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('values' in value)) return null;
  const { name, values } = value;
  if (typeof name !== 'string' || typeof values !== 'object' || values === null) return null;
  const validEntries = Object.entries(values).filter(
    (entry): entry is [string, ClaimValue] =>
      isClaimValue(entry[1]) && String(entry[1]).length <= MAX_CLAIM_VALUE,
  );
  return { name, values: Object.fromEntries(validEntries) };
}

/** Texts and numbers are never true. */
const canBeTrue = ({ type }: Claim) => type === undefined || type === 'boolean';

/** The segments of a site: those of this browser, else an anonymous visitor and one for each claim. */
export function useSegments(siteId: string, claims: readonly Claim[]): readonly Segment[] {
  return (
    useStore(segmentStoreOf(siteId)) ?? defaultSegments(claims.filter(canBeTrue).map(({ name }) => name))
  );
}
