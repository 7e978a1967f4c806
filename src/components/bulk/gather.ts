import type { ListPage } from '#src/api/paging.ts';

/** As many as the interface gives at a time. */
export const wholePage = 1000;

interface Gathering {
  signal: AbortSignal;
  /** Told after each page. @param total how many there are in all, where the server tells */
  onProgress?: (known: number, total: number | undefined) => void;
}

/**
 * Walks a list to its end.
 *
 * @param fetchPage gets the cursor of a page; undefined for the first
 */
export async function gatherAll<Item>(
  fetchPage: (page: string | undefined, signal: AbortSignal) => Promise<ListPage<Item>>,
  { signal, onProgress }: Gathering,
): Promise<Item[]> {
  const items: Item[] = [];
  let page: string | undefined;
  do {
    signal.throwIfAborted();
    const fetched = await fetchPage(page, signal);
    items.push(...fetched.items);
    onProgress?.(items.length, fetched.count);
    page = fetched.next?.page;
  } while (page);
  return items;
}
