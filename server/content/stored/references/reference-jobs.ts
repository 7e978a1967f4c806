import type { Kysely } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';
import { enqueue } from '#server/queue/job-queue.ts';

/** Job kind; the payload is {@link ReferencesToWrite}. */
export const WRITE_REFERENCES_JOB = 'write-references';

/**
 * Published pages whose API references may be missing: those that show a specification, those of a space or of a site, or
 * all. The database queues those of a site (migration 041).
 */
export type ReferencesToWrite = { specId: string } | { spaceId: string } | { siteId: string } | { all: true };

/** Queues writing of API references, to run after the transaction commits. */
export function enqueueReferences(
  db: Kysely<Database>,
  payload: ReferencesToWrite,
  now: Date,
): Promise<void> {
  return enqueue(db, { kind: WRITE_REFERENCES_JOB, payload, runAt: now });
}
