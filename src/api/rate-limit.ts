import { createStore } from '#src/lib/store.ts';

/** End of the rate limit in milliseconds since 1970; null if there is none. */
export const rateLimitedUntil = createStore<number | null>(null);

/**
 * Records a 429.
 *
 * @param seconds from Retry-After; null for the default
 */
export function recordRateLimit(seconds: number | null): void {
  rateLimitedUntil.set(Date.now() + Math.min(seconds ?? 5, 120) * 1000);
}
