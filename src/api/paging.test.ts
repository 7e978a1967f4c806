import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchAllPages, incompleteAt, maxPages, nextPageParam, type ListPage } from './paging.ts';

/** A server that returns the pages of a list and counts the requests. */
function serverWith(pageOf: (page: string | undefined, request: number) => ListPage<{ id: string }>) {
  const requestedPages: (string | undefined)[] = [];
  const fetchPage = async ({ page }: { page?: string }) => {
    requestedPages.push(page);
    if (requestedPages.length > 2 * maxPages) throw new Error('asked without end');
    return pageOf(page, requestedPages.length);
  };
  return { requestedPages, fetchPage };
}

const items = (...ids: string[]) => ids.map((id) => ({ id }));

beforeEach(() => {
  incompleteAt.set(null);
  vi.stubGlobal('location', { pathname: '/o/one/content' });
});

afterAll(() => {
  vi.unstubAllGlobals();
});

describe('fetchAllPages', () => {
  it('fetches all pages', async () => {
    const { requestedPages, fetchPage } = serverWith((page) =>
      page === undefined ? { items: items('a'), next: { page: '2' } } : { items: items('b') },
    );
    expect(await fetchAllPages(fetchPage)).toEqual(items('a', 'b'));
    expect(requestedPages).toEqual([undefined, '2']);
    expect(incompleteAt.get()).toBeNull();
  });

  it('stops when the server repeats a page forever and records it', async () => {
    const { requestedPages, fetchPage } = serverWith(() => ({
      items: items('a'),
      next: { page: 'x' },
    }));
    expect(await fetchAllPages(fetchPage)).toEqual(items('a'));
    expect(requestedPages).toEqual([undefined, 'x']);
    expect(incompleteAt.get()).toBe('/o/one/content');
  });

  it('treats an item that changed between two responses as the same', async () => {
    const { fetchPage } = serverWith((_, request) => ({
      items: [{ id: 'a', seen: request }],
      next: { page: 'x' },
    }));
    expect(await fetchAllPages(fetchPage)).toEqual([{ id: 'a', seen: 1 }]);
  });

  it('stops when pages form a cycle', async () => {
    const after: Record<string, string> = { a: 'b', b: 'c', c: 'a' };
    const { requestedPages, fetchPage } = serverWith((page = 'a') => ({
      items: items(page),
      next: { page: after[page] ?? '' },
    }));
    expect(await fetchAllPages(fetchPage)).toEqual(items('a', 'b', 'c', 'a'));
    expect(requestedPages).toHaveLength(4);
    expect(incompleteAt.get()).not.toBeNull();
  });

  it('stops when pages have new tokens and no new items', async () => {
    const empty = serverWith((_, request) => ({ items: [], next: { page: String(request) } }));
    expect(await fetchAllPages(empty.fetchPage)).toEqual([]);
    expect(empty.requestedPages).toHaveLength(1);
    const same = serverWith((_, request) => ({ items: items('a'), next: { page: String(request) } }));
    expect(await fetchAllPages(same.fetchPage)).toEqual(items('a'));
    expect(same.requestedPages).toHaveLength(2);
  });

  it('stops after the maximum number of pages', async () => {
    const { requestedPages, fetchPage } = serverWith((_, request) => ({
      items: items(String(request)),
      next: { page: String(request) },
    }));
    expect(await fetchAllPages(fetchPage)).toHaveLength(maxPages);
    expect(requestedPages).toHaveLength(maxPages);
    expect(incompleteAt.get()).not.toBeNull();
  });
});

describe('nextPageParam', () => {
  it('continues while pages are new and stops at a known page', () => {
    const first = { items: items('a'), next: { page: '2' } };
    expect(nextPageParam(first, [first], {}, [{}])).toBe('2');
    const second = { items: items('b'), next: { page: '2' } };
    expect(nextPageParam(second, [first, second], '2', [{}, '2'])).toBeUndefined();
    expect(nextPageParam({ items: [] }, [], {}, [{}])).toBeUndefined();
  });
});
