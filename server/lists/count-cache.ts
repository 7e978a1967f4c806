import { hash } from 'node:crypto';
import { CallerGoneError } from '#server/base/errors.ts';

/**
 * Caches counts of organizations for a moment: counting 100,000 members costs more than reading a page of them. A
 * change in this process invalidates the organization's counts at once (`recordAudit` does it); `CountCacheSync`
 * reports changes of other processes. Without a report, entries expire after `TTL_MS`.
 */
const TTL_MS = 2000;
const MAX_ORGANIZATIONS = 1000;
const MAX_ENTRIES = 500;
/** Longer keys are hashed: the length of a hash. */
const MAX_KEY_LENGTH = 44;

interface CacheEntry<T> {
  value: Promise<T>;
  expiresAt: number;
}

const caches = new Set<CountCache<unknown>>();

const listeners = new Set<(organizationId: string) => void>();
const changeListeners = new Set<(organizationId: string) => void>();

/** Invalidates all counts of an organization after a change in this process. */
export function invalidateCounts(organizationId: string): void {
  invalidateLocalCounts(organizationId);
  for (const listener of listeners) listener(organizationId);
}

/** Invalidates all counts of an organization after a change in another process. */
export function invalidateLocalCounts(organizationId: string): void {
  for (const cache of caches) cache.invalidate(organizationId);
  for (const listener of changeListeners) listener(organizationId);
}

/**
 * Calls `listener` after a change in an organization, in this process or in another one that reports it. Every change
 * invalidates counts, so this is also the signal that there are new events. Returns an unsubscribe function.
 */
export function onOrganizationChanged(listener: (organizationId: string) => void): () => void {
  changeListeners.add(listener);
  return () => changeListeners.delete(listener);
}

/** Calls `listener` after a change of this process in an organization. Returns an unsubscribe function. */
export function onCountsInvalidated(listener: (organizationId: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A key of bounded size: filters and lists of ids can be arbitrarily long. */
function toCacheKey(key: string): string {
  return key.length <= MAX_KEY_LENGTH ? key : hash('sha256', key, 'base64');
}

/** Caches one kind of count per organization and key. Create one at module scope. */
export class CountCache<T> {
  readonly #byOrganization = new Map<string, Map<string, CacheEntry<T>>>();

  constructor() {
    caches.add(this);
  }

  /** The cached value for `key` of an organization, or the result of `load`. */
  get(organizationId: string, key: string, load: () => Promise<T>): Promise<T> {
    const now = performance.now();
    const entries = this.#entriesOf(organizationId);
    const name = toCacheKey(key);
    const cachedCount = entries.get(name);
    if (cachedCount && cachedCount.expiresAt > now) {
      // If the caller who counts has disconnected, the next one counts.
      return cachedCount.value.catch((error: unknown) => {
        if (error instanceof CallerGoneError) return this.get(organizationId, key, load);
        throw error;
      });
    }
    // The promise is cached, so concurrent callers share one statement. A change drops the whole map, so a value that
    // was being counted at that time is not served afterwards.
    const value = load();
    // All entries have the same lifetime, so the oldest come first.
    for (const [oldest, { expiresAt }] of entries) {
      if (expiresAt > now && entries.size < MAX_ENTRIES) break;
      entries.delete(oldest);
    }
    entries.delete(name);
    entries.set(name, { value, expiresAt: now + TTL_MS });
    value.catch(() => entries.delete(name));
    return value;
  }

  invalidate(organizationId: string): void {
    this.#byOrganization.delete(organizationId);
  }

  #entriesOf(organizationId: string): Map<string, CacheEntry<T>> {
    const organizationCounts = this.#byOrganization.get(organizationId);
    if (organizationCounts) return organizationCounts;
    if (this.#byOrganization.size >= MAX_ORGANIZATIONS) this.#byOrganization.clear();
    const entries = new Map<string, CacheEntry<T>>();
    this.#byOrganization.set(organizationId, entries);
    return entries;
  }
}
