import { queryOptions } from '@tanstack/react-query';
import { createWorkerFunction } from '#src/lib/start-worker.ts';
import type { DifferencesResult, DifferencesRequest } from './differences.worker.ts';
// oxlint-disable-next-line import/default -- the build creates this export: the URL of the worker file
import address from './differences.worker.ts?worker&url';

const compare = createWorkerFunction<DifferencesRequest, DifferencesResult>(address);

/** Compares two texts in a worker. `key` identifies the pair (page and document ids), so each pair is compared once. */
export function differencesOf(key: readonly string[], request: DifferencesRequest) {
  return queryOptions({
    queryKey: ['differences', request.view, ...key],
    queryFn: () => compare(request),
    staleTime: Infinity,
    retry: false,
  });
}
