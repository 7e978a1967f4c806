import { recordIncomplete } from './incomplete-lists.ts';
import { isSamePage, nextPage } from './next-page.ts';
import type { ListPage } from './paging.ts';

/** As many as the interface gives at a time. */
export const maxPageSize = 1000;

/** The parameters that ask a list for one page of its full length. */
export interface PageQuery {
  limit: number;
  page?: string;
}

interface FetchAllOptions {
  signal?: AbortSignal | undefined;
  /** Told after each page. @param total how many there are in all, where the server tells */
  onProgress?: ((known: number, total: number | undefined) => void) | undefined;
}

/**
 * Walks a list to its end. Where the server repeats a page instead of ending, the walk ends there, and the screen says so.
 *
 * @param fetchPage fetches the page that its argument asks for
 */
export async function fetchAllPages<Item>(
  fetchPage: (query: PageQuery) => Promise<ListPage<Item>>,
  { signal, onProgress }: FetchAllOptions = {},
): Promise<Item[]> {
  const items: Item[] = [];
  const requestedPages: (string | undefined)[] = [];
  let previous: ListPage<Item> | undefined;
  let page: string | undefined;
  do {
    signal?.throwIfAborted();
    const fetched = await fetchPage({ limit: maxPageSize, ...(page !== undefined && { page }) });
    requestedPages.push(page);
    if (!isSamePage(fetched, previous)) items.push(...fetched.items);
    onProgress?.(items.length, fetched.count);
    const next = nextPage(fetched, previous, requestedPages);
    if (next === 'repeats') recordIncomplete();
    page = typeof next === 'object' ? next.page : undefined;
    previous = fetched;
  } while (page !== undefined);
  return items;
}
