import { infiniteQueryOptions } from '@tanstack/react-query';
import { recordUnsupported } from '#src/api/extensions.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { listSpacesInfiniteQueryKey } from '#api/generated/@tanstack/react-query.gen.ts';
import { listSpaces } from '#api/generated/sdk.gen.ts';
import type { SpaceList } from '#api/generated/types.gen.ts';
import { nextPageParam } from '#src/api/next-page.ts';

/** A page of the trash. */
export interface DeletedSpaces extends SpaceList {
  /** The server does not list deleted spaces: it has no such list, or answers with spaces that are not deleted. */
  isUnsupported?: boolean;
}

/** The deleted spaces that can still be restored, the latest first. @param title a part of their title */
export function deletedSpacesOf(organizationId: string, title: string | undefined) {
  const path = { organizationId };
  const query = { deleted: true, limit: pageSize, ...(title !== undefined && { title }) };
  return infiniteQueryOptions({
    queryKey: listSpacesInfiniteQueryKey({ path, query }),
    queryFn: async ({ client, pageParam, signal }): Promise<DeletedSpaces> => {
      const paged = { ...query, ...(pageParam !== '' && { page: pageParam }) };
      try {
        return onlyDeleted((await listSpaces({ path, query: paged, signal, throwOnError: true })).data);
      } catch (error) {
        if (!recordUnsupported(client, 'listSpaces', error)) throw error;
        return unsupported;
      }
    },
    initialPageParam: '',
    getNextPageParam: nextPageParam,
  });
}

const unsupported: DeletedSpaces = { items: [], count: 0, isUnsupported: true };

/** Not every server knows the filter. One that answers with living spaces has no list of the deleted ones. */
export function onlyDeleted(page: SpaceList): DeletedSpaces {
  const items = page.items.filter(({ deletedAt }) => !Number.isNaN(Date.parse(deletedAt ?? '')));
  if (items.length === page.items.length) return page;
  return { ...unsupported, items, count: items.length };
}
