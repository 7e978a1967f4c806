import { createWorkerFunction } from '#src/lib/start-worker.ts';
// oxlint-disable-next-line import/default -- the build makes this export: the address of the worker's own file
import address from './compare.worker.ts?worker&url';
import type { SpecComparison } from './changes.ts';
import type { TextDifference } from './text-difference.ts';

/** Two documents to compare. */
export interface ComparisonRequest {
  before: unknown;
  after: unknown;
}

/** What is different between two documents. */
export interface Comparison {
  operations: SpecComparison;
  /** Null when comparing the texts took too long. */
  text: TextDifference | null;
}

/** How long the worker may take before it is ended, in milliseconds: copying the documents comes on top of its budget. */
const workerTimeoutMs = 30_000;

/** Compares two documents in a thread, so that the page stays usable. Rejects when it takes too long. */
export const compareInWorker = createWorkerFunction<ComparisonRequest, Comparison>(address, workerTimeoutMs);
