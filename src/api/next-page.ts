/** How a list goes on after a page, also at a server whose pages never end. */
import type { ListPage } from './paging.ts';

/** More than any list has, at a thousand items a page. */
export const maxPages = 1000;

/** What to tell when a server does not let a list end. */
export const repeatedPageMessage = 'The server returned the same page twice. This list may be incomplete.';

/** The token of the next page, or `end`, or `repeats` where the server goes on without anything new. */
export type NextPage = { page: string } | 'end' | 'repeats';

/**
 * What follows a page.
 *
 * @param last the page, and `before` the one before it
 * @requestedPages requestedPages the tokens that pages were asked for with; the first page has none
 */
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

/** Whether a page has just the items of the one before it. */
export function isSamePage({ items }: ListPage<unknown>, previous: ListPage<unknown> | undefined): boolean {
  return (
    previous?.items.length === items.length &&
    items.every((item, index) => identityOf(item) === identityOf(previous.items[index]))
  );
}

/** What tells items apart: their ids, as all else about them may change between two answers. */
const identityOf = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'id' in item ? item.id : JSON.stringify(item);

/** For an infinite query: the token of the next page. */
export function nextPageParam<Page extends ListPage<unknown>>(
  last: Page,
  all: readonly Page[],
  _lastParam: unknown,
  asked: readonly unknown[],
): string | undefined {
  const next = nextPage(last, all.at(-2), asked);
  return typeof next === 'object' ? next.page : undefined;
}
