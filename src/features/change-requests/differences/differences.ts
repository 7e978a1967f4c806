import { queryOptions } from '@tanstack/react-query';
import { inWorker } from '#src/lib/start-worker.ts';
import type { DifferencesAnswer, DifferencesQuestion } from './differences.worker.ts';
// oxlint-disable-next-line import/default -- the build makes this export: the address of the worker's own file
import address from './differences.worker.ts?worker&url';

const compare = inWorker<DifferencesQuestion, DifferencesAnswer>(address);

/**
 * The differences of two texts, found in a thread. `name` names the pair (page and the two document ids), so that the same
 * pair is compared once.
 */
export function differencesOf(name: readonly string[], question: DifferencesQuestion) {
  return queryOptions({
    queryKey: ['differences', question.view, ...name],
    queryFn: () => compare(question),
    staleTime: Infinity,
    retry: false,
  });
}
