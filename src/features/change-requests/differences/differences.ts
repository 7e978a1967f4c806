import { queryOptions } from '@tanstack/react-query';
import { createWorkerFunction } from '#src/lib/start-worker.ts';
import type { DifferencesResult, DifferencesRequest } from './differences.worker.ts';
// oxlint-disable-next-line import/default -- the build makes this export: the address of the worker's own file
import address from './differences.worker.ts?worker&url';

const compare = createWorkerFunction<DifferencesRequest, DifferencesResult>(address);

/**
 * The differences of two texts, found in a thread. `name` names the pair (page and the two document ids), so that the same
 * pair is compared once.
 */
export function differencesOf(key: readonly string[], question: DifferencesRequest) {
  return queryOptions({
    queryKey: ['differences', question.view, ...key],
    queryFn: () => compare(question),
    staleTime: Infinity,
    retry: false,
  });
}
