import { listSpaceLinksInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { listSpaceLinks } from '#api/generated/sdk.gen.ts';
import type { LinkItem, LinkStatus } from '#api/generated/types.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { fetchAllPages, type List, pagedOptions } from '#src/api/paging.ts';

/** Link statuses, most urgent first. */
export const linkStates = ['broken', 'in-app', 'ok'] as const satisfies readonly LinkStatus[];

/** Links of a space, by status or all. */
export function linksOf(spaceId: string, status: LinkStatus | 'all') {
  const query = { limit: pageSize, ...(status !== 'all' && { status }) };
  return pagedOptions(listSpaceLinksInfiniteOptions({ path: { spaceId }, query }));
}

/** All links with a status, for export. Rejects when `signal` aborts. */
export async function fetchAllLinks(
  spaceId: string,
  status: LinkStatus | 'all',
  signal: AbortSignal,
): Promise<LinkItem[]> {
  return fetchAllPages(
    async (page) => {
      const query = { ...page, ...(status !== 'all' && { status }) };
      return (await listSpaceLinks({ path: { spaceId }, query, signal, throwOnError: true })).data;
    },
    { signal },
  ).then((links) => links.filter(hasStatus(status)));
}

const hasStatus = (status: LinkStatus | 'all') => (link: LinkItem) =>
  status === 'all' || link.status === status;

/** Removes links with another status, for servers that ignore the filter. */
export function onlyWithStatus(list: List<LinkItem>, status: LinkStatus | 'all'): List<LinkItem> {
  const items = list.items.filter(hasStatus(status));
  return items.length === list.items.length ? list : { ...list, items, total: items.length };
}
