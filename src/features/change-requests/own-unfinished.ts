import { queryOptions } from '@tanstack/react-query';
import { listChangeRequestsQueryKey } from '#api/generated/@tanstack/react-query.gen.ts';
import { listChangeRequests } from '#api/generated/sdk.gen.ts';
import type { ChangeRequest } from '#api/generated/types.gen.ts';

/** More are in the list of the space's change requests. */
const MAX_LISTED = 5;

/** The change requests that a person created in a space and that can still be edited: drafts, then open ones. */
export const ownUnfinishedOf = (spaceId: string, userId: string) => {
  const path = { spaceId };
  return queryOptions({
    queryKey: [...listChangeRequestsQueryKey({ path, query: { contributor: userId } }), 'unfinished'],
    queryFn: async ({ signal }): Promise<ChangeRequest[]> => {
      const list = async (status: 'draft' | 'open') => {
        const query = { status, contributor: userId, limit: MAX_LISTED };
        const { data } = await listChangeRequests({ path, query, signal, throwOnError: true });
        // Some servers ignore the filter, and a contributor isn't always the author.
        return data.items.filter(({ createdBy }) => createdBy.id === userId);
      };
      const [drafts, open] = await Promise.all([list('draft'), list('open')]);
      return [...drafts, ...open].slice(0, MAX_LISTED);
    },
  });
};
