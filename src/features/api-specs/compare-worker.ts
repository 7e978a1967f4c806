import { compareSpecs } from './compare-specs.ts';
import { budget, type Comparison, type ComparisonRequest } from './comparison.ts';
import { documentText } from './documents.ts';
import { differenceOfTexts } from './text-difference.ts';

addEventListener('message', ({ data: { before, after }, ports: [port] }: MessageEvent<ComparisonRequest>) => {
  const comparison: Comparison = {
    operations: compareSpecs(before, after, { limit: budget.operations, now: () => performance.now() }),
    text: differenceOfTexts(documentText(before), documentText(after), budget.text),
  };
  port?.postMessage(comparison, []);
});
