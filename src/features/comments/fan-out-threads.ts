import type { QueryClient } from '@tanstack/react-query';
import { listChangeRequestComments, listChangeRequests, listSpaceComments } from '#api/generated/sdk.gen.ts';
import type { ChangeRequest, Space } from '#api/generated/types.gen.ts';
import { fetchAllSpaces } from '#src/api/all-spaces.ts';
import { isUnsupported } from '#src/api/errors.ts';
import { type ListPage, fetchAllPages } from '#src/api/paging.ts';
import { mapLimit } from '#src/lib/arrays.ts';
import type { ListedComment, ThreadFilter } from './queries.ts';

/** Spaces requested in parallel. */
const concurrency = 4;

/** Change requests of a space requested in parallel. */
const changeRequestConcurrency = 6;

/** Milliseconds after which a page that has comments ends. */
const maxTime = 3000;

/**
 * The comments of an organization, fetched per space and change request: for servers without an
 * organization-wide list. For open comments, the counts determine which can be skipped.
 * @param page the space that the page starts with; empty for the first
 */
export async function fanOutThreads(
  queryClient: QueryClient,
  organizationId: string,
  filter: ThreadFilter,
  page: string,
  signal: AbortSignal,
): Promise<ListPage<ListedComment>> {
  const { space: spaceId } = filter;
  const spaces = await fetchAllSpaces(queryClient, organizationId, signal);
  const matchingSpaces = spaces.filter(({ id }) => spaceId === undefined || id === spaceId);
  return threadsFrom(matchingSpaces, page, (space) => threadsIn(space, filter, signal));
}

/**
 * The comments of the spaces from one on, newest first. A page ends early where answers take long: its next page starts
 * with the space that wasn't asked yet.
 */
export async function threadsFrom<Place extends { id: string }, Thread extends { postedAt: string }>(
  spaces: readonly Place[],
  page: string,
  fetchThreads: (space: Place) => Promise<Thread[]>,
  now: () => number = () => performance.now(),
): Promise<ListPage<Thread>> {
  const start = now();
  let index = page === '' ? 0 : spaces.findIndex(({ id }) => id === page);
  // The space was deleted since.
  if (index === -1) return { items: [] };
  const threads: Thread[] = [];
  while (index < spaces.length && (threads.length === 0 || now() - start < maxTime)) {
    const lists = await Promise.all(spaces.slice(index, index + concurrency).map(fetchThreads));
    threads.push(...lists.flat());
    index += concurrency;
  }
  const items = threads.toSorted((a, b) => b.postedAt.localeCompare(a.postedAt));
  const next = spaces[index];
  if (next) return { items, next: { page: next.id } };
  return page === '' ? { items, count: items.length } : { items };
}

/** Comments of a space and its change requests; empty if the space is deleted. */
async function threadsIn(space: Space, filter: ThreadFilter, signal: AbortSignal): Promise<ListedComment[]> {
  const mayContain = ({ comments }: Pick<Space, 'comments'>) => filter.status !== 'open' || comments > 0;
  const ofChangeRequests = async () => {
    const changeRequests = space.changeRequests > 0 ? await changeRequestsOf(space, signal) : [];
    const lists = await mapLimit(changeRequests.filter(mayContain), changeRequestConcurrency, (each) =>
      threadsOn(space, each, filter, signal),
    );
    return lists.flat();
  };
  try {
    const lists = await Promise.all([
      mayContain(space) ? threadsOn(space, undefined, filter, signal) : [],
      ofChangeRequests(),
    ]);
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
  const comments = await fetchAllPages(
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
  return comments.map((comment) => ({ ...comment, ...names }));
}
