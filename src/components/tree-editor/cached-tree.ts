import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { readNow } from '#src/api/queries.ts';

/** A tree in the cache of what the server has answered. */
export interface CachedTree<Tree> {
  /** What is known; asks the server only where nothing is. */
  readonly load: () => Promise<Tree>;
  /** What is true now. */
  readonly loadNow: () => Promise<Tree>;
  readonly known: () => Tree | undefined;
  readonly update: (change: (tree: Tree) => Tree) => void;
  /** Drops an answer that is on its way: it would put an old picture back for a moment. */
  readonly cancel: () => Promise<void>;
}

/** The tree that a query keeps. */
export function cachedTree<Tree, Key extends QueryKey>(
  queryClient: QueryClient,
  options: FetchQueryOptions<Tree, Error, Tree, Key>,
): CachedTree<Tree> {
  const { queryKey } = options;
  return {
    load: () => queryClient.ensureQueryData(options),
    loadNow: () => readNow(queryClient, options),
    known: () => queryClient.getQueryData<Tree>(queryKey),
    update: (change) => void queryClient.setQueryData<Tree>(queryKey, (tree) => tree && change(tree)),
    cancel: () => queryClient.cancelQueries({ queryKey, exact: true }),
  };
}
