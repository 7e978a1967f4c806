/** Pagination that also ends at servers whose pages never end. */
import type { ListPage } from './paging.ts';

/** An upper bound; at 1,000 items per page no list has more. */
export const maxPages = 1000;

export const repeatedPageMessage = 'The server returned the same page twice. This list may be incomplete.';

/** The next page token, `end`, or `repeats` if the server returns nothing new. */
export type NextPage = { page: string } | 'end' | 'repeats';

export function nextPage(
  last: ListPage<unknown>,
  previous: ListPage<unknown> | undefined,
  requestedPages: readonly unknown[],
): NextPage {
  const page = last.next?.page;
  // A server that has no next page may say so in several ways.
  if (typeof page !== 'string' || page === '') return 'end';
  const isNew = last.items.length > 0 && !requestedPages.includes(page) && !isSamePage(last, previous);
  return isNew && requestedPages.length < maxPages ? { page } : 'repeats';
}

/** Whether a page has the same items as the previous one. */
export function isSamePage({ items }: ListPage<unknown>, previous: ListPage<unknown> | undefined): boolean {
  return (
    previous?.items.length === items.length &&
    items.every((item, index) => identityOf(item) === identityOf(previous.items[index]))
  );
}

/** Items are identified by id, since all else may change between two responses. */
const identityOf = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'id' in item ? item.id : JSON.stringify(item);

/** `getNextPageParam` of an infinite query. */
export function nextPageParam<Page extends ListPage<unknown>>(
  last: Page,
  all: readonly Page[],
  _lastParam: unknown,
  asked: readonly unknown[],
): string | undefined {
  const next = nextPage(last, all.at(-2), asked);
  return typeof next === 'object' ? next.page : undefined;
}
