import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { createWorkerFunction } from '#src/lib/start-worker.ts';
import { mainDocument } from '../documents.ts';
import type { SpecPath } from '../queries.ts';
import type { SpecComparison } from './changes-list.tsx';
import type { TextDifference } from './compare-specs.ts';
// oxlint-disable-next-line import/default -- the build creates this export: the URL of the worker file
import address from './compare.worker.ts?worker&url';
import { contentOf } from './version-queries.ts';

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
const compareInWorker = createWorkerFunction<ComparisonRequest, Comparison>(address, workerTimeoutMs);

/** Compares two versions of a specification. Versions never change, so the result is cached. */
export const comparisonOf = (queryClient: QueryClient, path: SpecPath, from: string, to: string) =>
  queryOptions({
    queryKey: ['spec-comparison', path, from, to],
    queryFn: async (): Promise<Comparison> => {
      const [before, after] = await Promise.all([
        queryClient.ensureQueryData(contentOf(path, from)),
        queryClient.ensureQueryData(contentOf(path, to)),
      ]);
      return compareInWorker({ before: mainDocument(before).document, after: mainDocument(after).document });
    },
    staleTime: Infinity,
    retry: false,
  });
