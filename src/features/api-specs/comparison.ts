import { createWorkerFunction } from '#src/lib/start-worker.ts';
// oxlint-disable-next-line import/default -- the build creates this export: the URL of the worker file
import address from './compare.worker.ts?worker&url';
import type { SpecComparison } from './changes.ts';
import type { TextDifference } from './text-difference.ts';

/** Two documents to compare. */
export interface ComparisonRequest {
  before: unknown;
  after: unknown;
}

export interface Comparison {
  operations: SpecComparison;
  /** Null on timeout. */
  text: TextDifference | null;
}

/** Worker timeout in milliseconds: the comparison timeouts plus copying the documents. */
const workerTimeoutMs = 30_000;

/** Compares two documents in a worker. Rejects on timeout. */
export const compareInWorker = createWorkerFunction<ComparisonRequest, Comparison>(address, workerTimeoutMs);
