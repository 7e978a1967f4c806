import { createHash } from 'node:crypto';

/**
 * Figures of organizations, remembered for a moment: counting 100,000 members costs more than reading a page of them. A
 * change made by this process forgets the organization's figures at once (`recordAudit` does it); of one made by another
 * process `CountCacheSync` hears. Whatever nobody tells shows within `TTL_MS`.
 */
const TTL_MS = 2000;
const MAX_ORGANIZATIONS = 1000;
const MAX_ENTRIES = 500;
/** Keys that are longer are hashed: as long as a hash of them. */
const MAX_KEY_LENGTH = 44;

interface CacheEntry<T> {
  value: Promise<T>;
  expiresAt: number;
}

const caches = new Set<CountCache<unknown>>();

const listeners = new Set<(organizationId: string) => void>();

/** Forgets all figures of an organization, because this process has changed something in it. */
export function invalidateCounts(organizationId: string): void {
  invalidateLocalCounts(organizationId);
  for (const hear of listeners) hear(organizationId);
}

/** Forgets all figures of an organization, because another process has changed something in it. */
export function invalidateLocalCounts(organizationId: string): void {
  for (const kind of caches) kind.invalidate(organizationId);
}

/** Calls `hear` when this process has changed something in an organization; the returned function ends that. */
export function onCountsInvalidated(hear: (organizationId: string) => void): () => void {
  listeners.add(hear);
  return () => listeners.delete(hear);
}

/** A key of at most fixed size: filters and lists of ids are as long as callers like. */
function toCacheKey(key: string): string {
  return key.length <= MAX_KEY_LENGTH ? key : createHash('sha256').update(key).digest('base64');
}

/** Remembers one kind of figure for each organization and key. Make one at module scope; it lives as long as we do. */
export class CountCache<T> {
  readonly #byOrganization = new Map<string, Map<string, CacheEntry<T>>>();

  constructor() {
    caches.add(this);
  }

  /** The figure for `key` of an organization; `read` runs where it is not remembered. */
  get(organizationId: string, key: string, load: () => Promise<T>): Promise<T> {
    const now = performance.now();
    const figures = this.#entriesOf(organizationId);
    const name = toCacheKey(key);
    const known = figures.get(name);
    if (known && known.expiresAt > now) return known.value;
    // The promise is kept, not the figure: whoever asks meanwhile waits for the same statement. A change drops the
    // whole map, so what was read before the change cannot be remembered after it.
    const figure = load();
    // All live equally long, so that the oldest stand in front.
    for (const [oldest, { expiresAt }] of figures) {
      if (expiresAt > now && figures.size < MAX_ENTRIES) break;
      figures.delete(oldest);
    }
    figures.delete(name);
    figures.set(name, { value: figure, expiresAt: now + TTL_MS });
    figure.catch(() => figures.delete(name));
    return figure;
  }

  invalidate(organizationId: string): void {
    this.#byOrganization.delete(organizationId);
  }

  #entriesOf(organizationId: string): Map<string, CacheEntry<T>> {
    const known = this.#byOrganization.get(organizationId);
    if (known) return known;
    if (this.#byOrganization.size >= MAX_ORGANIZATIONS) this.#byOrganization.clear();
    const figures = new Map<string, CacheEntry<T>>();
    this.#byOrganization.set(organizationId, figures);
    return figures;
  }
}
