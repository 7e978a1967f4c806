import { createStore } from '#src/lib/store.ts';

/** Until when the server wants fewer requests, in milliseconds since 1970; null while it takes all. */
export const rateLimitedUntil = createStore<number | null>(null);

/** Notes an answer of 429. @param seconds what the server asks to wait; a few where it does not say */
export function recordRateLimit(seconds: number | null): void {
  rateLimitedUntil.set(Date.now() + Math.min(seconds ?? 5, 120) * 1000);
}
