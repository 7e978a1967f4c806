import { type Limits, Limiter } from '#server/base/limiter.ts';
import type { Connection } from '#server/database/engine/connect.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Searches and whole structures of members. */
    heavyReads: Limiter;
    /** Imports of content. */
    contentImports: Limiter;
  }
}

/**
 * Per organization, so that one that asks for much delays only itself. Two, so that the database works for one while
 * this process works for the other.
 */
const LIMITS: Limits = {
  maxRunning: Infinity,
  maxRunningPerKey: 2,
  maxWaiting: 2000,
  maxWaitingPerKey: 64,
  // Less than a request may take.
  timeoutMs: 30_000,
};

/**
 * Searches and whole structures: what the database or this process works on for more than a few milliseconds. The embedded
 * engine works in this process, so of two at a time none would end earlier, and others would wait for a statement of each.
 */
export function createHeavyReads(engine: Connection['engine']): Limiter {
  return new Limiter({ ...LIMITS, ...(engine === 'pglite' && { maxRunningPerKey: 1 }) });
}

/**
 * Exports and comparisons of versions. In a separate line: one can take forty seconds, and a search should
 * not wait for it.
 */
export const heavyDocuments = new Limiter(LIMITS);

/**
 * A running import holds up to 64 MiB of texts, and the embedded engine as much of it again, in this process. Waiting
 * imports hold nothing, as they have not fetched yet; after a while any server takes them from the queue.
 */
export function createContentImports(engine: Connection['engine']): Limiter {
  return new Limiter({
    ...(engine === 'pglite'
      ? { maxRunning: 2, maxRunningPerKey: 1 }
      : { maxRunning: 4, maxRunningPerKey: 2 }),
    maxWaiting: 40,
    maxWaitingPerKey: 10,
    timeoutMs: 15_000,
  });
}
