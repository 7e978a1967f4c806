import { handleWorkerRequests } from '#src/lib/start-worker.ts';
import { documentText } from '../documents.ts';
import { compareSpecs, differenceOfTexts } from './compare-specs.ts';
import type { Comparison, ComparisonRequest } from './comparison.ts';

/** Timeouts for operations and texts, in milliseconds. */
const timeoutMs = { operations: 8000, text: 5000 };

handleWorkerRequests<ComparisonRequest, Comparison>(({ before, after }) => ({
  operations: compareSpecs(before, after, { limit: timeoutMs.operations, now: () => performance.now() }),
  text: differenceOfTexts(documentText(before), documentText(after), timeoutMs.text),
}));
