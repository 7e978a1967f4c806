/** Compares texts in a worker: a page of 20,000 lines would block the main thread. */
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { compareLines, type LineChange } from '#src/lib/compare/compare-lines.ts';
import { handleWorkerRequests } from '#src/lib/start-worker.ts';
import type { BlockStep } from './blocks.ts';
import { compareDocuments } from './compare-nodes.ts';

/** Two texts to compare: sources line by line, or documents block by block. */
export type DifferencesRequest =
  | { view: 'source'; base: string; next: string }
  | { view: 'rendered'; base: DocumentNode; next: DocumentNode };

/** The changes for the requested view; the other list is empty. */
export interface DifferencesResult {
  steps: BlockStep[];
  lines: LineChange[];
}

handleWorkerRequests<DifferencesRequest, DifferencesResult>((request) => {
  if (request.view === 'source') return { steps: [], lines: compareLines(request.base, request.next) };
  return { steps: compareDocuments(request.base, request.next), lines: [] };
});
