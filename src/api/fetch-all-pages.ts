import { recordIncomplete } from './incomplete-lists.ts';
import { isSamePage, nextPage } from './next-page.ts';
import type { ListPage } from './paging.ts';

/** The largest page of the API. */
export const maxPageSize = 1000;

export interface PageQuery {
  limit: number;
  page?: string;
}

interface FetchAllOptions {
  signal?: AbortSignal | undefined;
  /**
   * Called after each page.
   *
   * @param total count of all items, if known
   */
  onProgress?: ((known: number, total: number | undefined) => void) | undefined;
}

/** Fetches all pages of a list. Stops if the server repeats a page and marks the screen as incomplete. */
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
