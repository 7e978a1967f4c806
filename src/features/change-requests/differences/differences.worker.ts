/** Compares texts in a thread: a page of 20,000 lines takes longer than a screen may stand still. */
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { handleWorkerRequests } from '#src/lib/start-worker.ts';
import { compareLines, type LineChange } from './compare-lines.ts';
import type { BlockStep } from './block-steps.ts';
import { compareDocuments } from './compare-nodes.ts';

/** Two texts to compare: their sources line by line, or their structured forms block by block. */
export type DifferencesRequest =
  | { view: 'source'; base: string; next: string }
  | { view: 'rendered'; base: DocumentNode; next: DocumentNode };

/** The changes in the asked view; the other list is empty. */
export interface DifferencesResult {
  steps: BlockStep[];
  lines: LineChange[];
}

handleWorkerRequests<DifferencesRequest, DifferencesResult>((question) => {
  if (question.view === 'source') return { steps: [], lines: compareLines(question.base, question.next) };
  return { steps: compareDocuments(question.base, question.next), lines: [] };
});
