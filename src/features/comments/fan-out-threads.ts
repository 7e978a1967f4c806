import type { QueryClient } from '@tanstack/react-query';
import { listChangeRequestComments, listChangeRequests, listSpaceComments } from '#api/generated/sdk.gen.ts';
import type { ChangeRequest, Space } from '#api/generated/types.gen.ts';
import { fetchAllSpaces } from '#src/api/all-spaces.ts';
import { isUnsupported } from '#src/api/errors.ts';
import { type ListPage, fetchAllPages } from '#src/api/paging.ts';
import { mapLimit } from '#src/lib/arrays.ts';
import type { ListedComment, ThreadFilter } from './queries.ts';

/** Spaces requested in parallel; each requests its change requests one by one. */
const concurrency = 4;

/**
 * All comments of an organization, fetched per space and change request: for servers without an organization-wide list.
 * For open comments, the counts tell which can be skipped.
 */
export async function fanOutThreads(
  queryClient: QueryClient,
  organizationId: string,
  filter: ThreadFilter,
  signal: AbortSignal,
): Promise<ListPage<ListedComment> & { count: number }> {
  const { space: spaceId } = filter;
  const spaces = await fetchAllSpaces(queryClient, organizationId, signal);
  const matchingSpaces = spaces.filter(({ id }) => spaceId === undefined || id === spaceId);
  const found = await mapLimit(matchingSpaces, concurrency, (space) => threadsIn(space, filter, signal));
  const items = found.flat().toSorted((a, b) => b.postedAt.localeCompare(a.postedAt));
  return { items, count: items.length };
}

/** Comments of a space and its change requests; empty if the space is deleted. */
async function threadsIn(space: Space, filter: ThreadFilter, signal: AbortSignal): Promise<ListedComment[]> {
  const mayContain = ({ comments }: Pick<Space, 'comments'>) => filter.status !== 'open' || comments > 0;
  try {
    const changeRequests = space.changeRequests > 0 ? await changeRequestsOf(space, signal) : [];
    const lists = [
      mayContain(space) ? await threadsOn(space, undefined, filter, signal) : [],
      ...(await mapLimit(changeRequests.filter(mayContain), 1, (changeRequest) =>
        threadsOn(space, changeRequest, filter, signal),
      )),
    ];
    return lists.flat();
  } catch (error) {
    if (isUnsupported(error)) return [];
    throw error;
  }
}

function changeRequestsOf({ id: spaceId }: Space, signal: AbortSignal): Promise<ChangeRequest[]> {
  return fetchAllPages(
    async (query) =>
      (await listChangeRequests({ path: { spaceId }, query, signal, throwOnError: true })).data,
    { signal },
  );
}

async function threadsOn(
  { id: spaceId, title }: Space,
  changeRequest: ChangeRequest | undefined,
  { status, author, page: targetPage }: ThreadFilter,
  signal: AbortSignal,
): Promise<ListedComment[]> {
  const found = await fetchAllPages(
    async (paging) => {
      const query = {
        ...paging,
        status,
        format: 'document',
        ...(author !== undefined && { authors: [author] }),
        ...(targetPage !== undefined && { targetPage }),
      } as const;
      const more = { query, signal, throwOnError: true } as const;
      return changeRequest
        ? (await listChangeRequestComments({ path: { spaceId, changeRequestId: changeRequest.id }, ...more }))
            .data
        : (await listSpaceComments({ path: { spaceId }, ...more })).data;
    },
    { signal },
  );
  const names = {
    spaceTitle: title,
    ...(changeRequest && {
      changeRequestNumber: changeRequest.number,
      changeRequestSubject: changeRequest.subject,
    }),
  };
  return found.map((comment) => ({ ...comment, ...names }));
}
