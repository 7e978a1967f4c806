import { answerQuestions } from '#src/lib/start-worker.ts';
import { compareSpecs } from './compare-specs.ts';
import type { Comparison, ComparisonRequest } from './comparison.ts';
import { documentText } from './documents.ts';
import { differenceOfTexts } from './text-difference.ts';

/** How long comparing operations, and then texts, may take, in milliseconds. */
const budget = { operations: 8000, text: 5000 };

answerQuestions<ComparisonRequest, Comparison>(({ before, after }) => ({
  operations: compareSpecs(before, after, { limit: budget.operations, now: () => performance.now() }),
  text: differenceOfTexts(documentText(before), documentText(after), budget.text),
}));
