import type { QueryClient } from '@tanstack/react-query';
import { listMemberSpaces, listSpaces } from '#api/generated/sdk.gen.ts';
import type { Space } from '#api/generated/types.gen.ts';
import { requestWithFallback } from './optional-requests.ts';
import { fetchAllPages } from './paging.ts';
import { currentUser } from './session/session.ts';

/** The spaces visible to the caller: all listed spaces, or the caller's own where the server has no list of all. */
export async function fetchAllSpaces(
  queryClient: QueryClient,
  organizationId: string,
  signal?: AbortSignal,
): Promise<Space[]> {
  const userId = currentUser()?.id;
  const options = { signal, throwOnError: true } as const;
  const fetchListed = () =>
    fetchAllPages(async (query) => (await listSpaces({ path: { organizationId }, query, ...options })).data, {
      signal,
    });
  if (userId === undefined) return fetchListed();
  return requestWithFallback(queryClient, 'listSpaces', fetchListed, async () => {
    const path = { organizationId, userId };
    const memberSpaces = await fetchAllPages(
      async (query) => (await listMemberSpaces({ path, query, ...options })).data,
      {
        signal,
      },
    );
    return memberSpaces.map(({ space }) => space);
  });
}
