import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { compareInWorker, type Comparison } from './comparison.ts';
import { mainDocument } from './documents.ts';
import type { SpecPath } from './spec-list.ts';
import { contentOf } from './version-queries.ts';

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
