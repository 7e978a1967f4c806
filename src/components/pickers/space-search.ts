import {
  keepPreviousData,
  queryOptions,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { requestWithFallback } from '#src/api/extensions.ts';
import { listCollectionSpaces, listCollections, listSpaces } from '#api/generated/sdk.gen.ts';
import type { Space } from '#api/generated/types.gen.ts';

export interface SpaceResults {
  spaces: readonly Space[];
  /** Total number of matches. */
  total: number;
}

/** Results shown; a longer query finds the rest. */
const MAX_RESULTS = 30;

/** Fallback for servers without a list of all spaces. */
async function fetchSpacesOfCollections(organizationId: string, signal: AbortSignal): Promise<Space[]> {
  const query = { limit: 1000 };
  const { data } = await listCollections({ path: { organizationId }, query, signal, throwOnError: true });
  const lists = await Promise.all(
    data.items.map(({ id }) =>
      listCollectionSpaces({ path: { collectionId: id }, query, signal, throwOnError: true }),
    ),
  );
  return lists.flatMap((list) => list.data.items);
}

function spaceSearch(queryClient: QueryClient, organizationId: string, title: string) {
  return queryOptions({
    queryKey: ['space-search', organizationId, title],
    queryFn: ({ signal }): Promise<SpaceResults> =>
      requestWithFallback(
        queryClient,
        'listSpaces',
        async () => {
          const query = { limit: MAX_RESULTS, ...(title !== '' && { title }) };
          const { data } = await listSpaces({ path: { organizationId }, query, signal, throwOnError: true });
          return { spaces: data.items, total: data.count ?? data.items.length };
        },
        async () => {
          const query = title.toLocaleLowerCase();
          const all = await fetchSpacesOfCollections(organizationId, signal);
          const found = all.filter((space) => space.title.toLocaleLowerCase().includes(query));
          return { spaces: found.slice(0, MAX_RESULTS), total: found.length };
        },
      ),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}

/** The spaces of an organization whose title contains a text. */
export function useSpaceSearch(organizationId: string, title: string) {
  const queryClient = useQueryClient();
  return useQuery(spaceSearch(queryClient, organizationId, title.trim()));
}
