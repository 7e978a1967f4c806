import type { ListPage } from './paging.ts';

/** As many as the interface gives at a time. */
export const wholePage = 1000;

/** The parameters that ask a list for one page of its full length. */
export interface PageQuery {
  limit: number;
  page?: string;
}

interface Gathering {
  signal?: AbortSignal | undefined;
  /** Told after each page. @param total how many there are in all, where the server tells */
  onProgress?: ((known: number, total: number | undefined) => void) | undefined;
}

/**
 * Walks a list to its end.
 *
 * @param fetchPage fetches the page that its argument asks for
 */
export async function gatherAll<Item>(
  fetchPage: (query: PageQuery) => Promise<ListPage<Item>>,
  { signal, onProgress }: Gathering = {},
): Promise<Item[]> {
  const items: Item[] = [];
  let page: string | undefined;
  do {
    signal?.throwIfAborted();
    const fetched = await fetchPage({ limit: wholePage, ...(page !== undefined && { page }) });
    items.push(...fetched.items);
    onProgress?.(items.length, fetched.count);
    page = fetched.next?.page;
  } while (page !== undefined);
  return items;
}
