import { infiniteQueryOptions } from '@tanstack/react-query';
import { listSpacesInfiniteQueryKey } from '#api/generated/@tanstack/react-query.gen.ts';
import { listSpaces } from '#api/generated/sdk.gen.ts';
import type { SpaceList } from '#api/generated/types.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { sendOptional } from '#src/api/optional-requests.ts';
import { nextPageParam } from '#src/api/paging.ts';
import { formatCount } from '#src/lib/text/format.ts';

const DAY = 24 * 60 * 60_000;
const RETENTION_DAYS = 7;

/**
 * How long a deleted space can still be restored.
 *
 * @param deletedAt ISO time
 */
export function timeLeft(deletedAt: string, now: Date): { text: string; isShort: boolean } {
  const remainingTime = Date.parse(deletedAt) + RETENTION_DAYS * DAY - now.getTime();
  if (remainingTime <= 0) return { text: 'Under a minute', isShort: true };
  const days = Math.floor(remainingTime / DAY);
  if (days === 0) return { text: 'Less than a day', isShort: true };
  return { text: formatCount(days, 'day'), isShort: days < 2 };
}

export interface DeletedSpaces extends SpaceList {
  /** The server can't list deleted spaces: it has no such list or ignores the filter. */
  isUnsupported?: boolean;
}

/**
 * Deleted spaces that can still be restored, latest first.
 *
 * @param title part of the title
 */
export function deletedSpacesOf(organizationId: string, title: string | undefined) {
  const path = { organizationId };
  const query = { deleted: true, limit: pageSize, ...(title !== undefined && { title }) };
  return infiniteQueryOptions({
    queryKey: listSpacesInfiniteQueryKey({ path, query }),
    queryFn: async ({ client, pageParam, signal }): Promise<DeletedSpaces> => {
      const paged = { ...query, ...(pageParam !== '' && { page: pageParam }) };
      return sendOptional(
        client,
        'listSpaces',
        async () => onlyDeleted((await listSpaces({ path, query: paged, signal, throwOnError: true })).data),
        { otherwise: () => unsupported },
      );
    },
    initialPageParam: '',
    getNextPageParam: nextPageParam,
  });
}

const unsupported: DeletedSpaces = { items: [], count: 0, isUnsupported: true };

/** Servers that ignore the filter return spaces that are not deleted; those are dropped. */
export function onlyDeleted(page: SpaceList): DeletedSpaces {
  const items = page.items.filter(({ deletedAt }) => !Number.isNaN(Date.parse(deletedAt ?? '')));
  if (items.length === page.items.length) return page;
  return { ...unsupported, items, count: items.length };
}
