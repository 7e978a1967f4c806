import { InfiniteQueryObserver, QueryObserver, QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { ApiError } from './errors.ts';
import type { ListPage } from './paging.ts';
import {
  matchesTarget,
  maxRetries,
  retryDelay,
  RetainingQueryClient,
  updateCachedItems,
  updateCachedLists,
} from './queries.ts';

interface Person {
  id: string;
  role: string;
}

const ada: Person = { id: 'ada', role: 'read' };
const grace: Person = { id: 'grace', role: 'edit' };
const alan: Person = { id: 'alan', role: 'admin' };

const promote = (person: Person) => (person.id === 'grace' ? { ...person, role: 'create' } : person);
const remove = (person: Person) => (person.id === 'grace' ? null : person);

describe('updateCachedItems', () => {
  const paged = {
    pages: [
      { items: [ada, grace], count: 3, next: { page: 'b' } },
      { items: [alan], count: 3 },
    ],
    pageParams: ['', 'b'],
  };

  it('updates an item on any page and keeps the others', () => {
    const changed = updateCachedItems(paged, promote);
    expect(changed).toEqual({
      ...paged,
      pages: [{ ...paged.pages[0], items: [ada, { id: 'grace', role: 'create' }] }, paged.pages[1]],
    });
  });

  it('decrements the count of every page when an item is removed', () => {
    expect(updateCachedItems(paged, remove)).toMatchObject({
      pages: [
        { items: [ada], count: 2 },
        { items: [alan], count: 2 },
      ],
    });
  });

  it('updates a single page, also without a count', () => {
    expect(updateCachedItems({ items: [ada, grace] }, remove)).toEqual({ items: [ada] });
  });
});

describe('updateCachedLists', () => {
  it('updates only the matching lists', () => {
    const client = new QueryClient();
    const key = (operation: string, organizationId: string) => [{ _id: operation, path: { organizationId } }];
    for (const cachedKey of [key('listMembers', 'a'), key('listMembers', 'b'), key('listTeamMembers', 'a')])
      client.setQueryData<ListPage<Person>>(cachedKey, { items: [grace] });

    updateCachedLists<Person>(client, { operation: 'listMembers', path: { organizationId: 'a' } }, remove);

    expect(client.getQueryData(key('listMembers', 'a'))).toEqual({ items: [] });
    expect(client.getQueryData(key('listMembers', 'b'))).toEqual({ items: [grace] });
    expect(client.getQueryData(key('listTeamMembers', 'a'))).toEqual({ items: [grace] });
  });
});

/** A server that responds on demand and records requests and cancellations. */
function slowServer() {
  const noted: string[] = [];
  let release = () => {};
  const request = ({ signal }: { signal: AbortSignal }) =>
    new Promise<{ items: string[] }>((resolve, reject) => {
      noted.push('requested');
      signal.addEventListener('abort', () => {
        noted.push('canceled');
        reject(signal.reason);
      });
      release = () => resolve({ items: ['a'] });
    });
  return { noted, ask: request, release: () => release() };
}

const queryKey = ['members'];

describe('RetainingQueryClient', () => {
  it('retains a request that a loader awaits when its screen is left', async () => {
    const server = slowServer();
    const client = new RetainingQueryClient();
    const leave = new QueryObserver(client, { queryKey, queryFn: server.ask }).subscribe(() => {});
    const response = client.ensureQueryData({ queryKey, queryFn: server.ask });
    leave();
    server.release();
    expect(await response).toEqual({ items: ['a'] });
    expect(server.noted).toEqual(['requested']);
  });

  it('retains the request of a list', async () => {
    const server = slowServer();
    const client = new RetainingQueryClient();
    const list = {
      queryKey,
      queryFn: server.ask,
      initialPageParam: 0,
      getNextPageParam: () => undefined,
    };
    const leave = new InfiniteQueryObserver(client, list).subscribe(() => {});
    const response = client.ensureInfiniteQueryData(list);
    leave();
    server.release();
    expect((await response).pages).toEqual([{ items: ['a'] }]);
    expect(server.noted).toEqual(['requested']);
  });

  it('retries for a loader as configured', async () => {
    let requestCount = 0;
    const client = new RetainingQueryClient();
    const queryFn = () => {
      requestCount += 1;
      return requestCount === 1 ? Promise.reject(new Error('busy')) : Promise.resolve('ready');
    };
    expect(await client.ensureQueryData({ queryKey, queryFn, retry: 1, retryDelay: 1 })).toBe('ready');
    expect(requestCount).toBe(2);
  });

  it('cancels a request without observers, also after a loader got its response', async () => {
    const server = slowServer();
    const client = new RetainingQueryClient();
    const first = client.ensureQueryData({ queryKey, queryFn: server.ask });
    server.release();
    await first;
    const options = { queryKey, queryFn: server.ask, staleTime: 0 };
    const leave = new QueryObserver(client, options).subscribe(() => {});
    leave();
    expect(server.noted).toEqual(['requested', 'requested', 'canceled']);
  });
});

const key = (id: string, path?: Record<string, string>) => [{ _id: id, baseUrl: '', path }];

describe('matchesTarget', () => {
  it('matches all queries of an operation', () => {
    expect(matchesTarget('listMembers', key('listMembers', { organizationId: 'a' }))).toBe(true);
    expect(matchesTarget('listMembers', key('listMemberTeams', { organizationId: 'a' }))).toBe(false);
  });

  it('matches only the given path parameters', () => {
    const refresh = { operation: 'getMember', path: { organizationId: 'a' } } as const;
    expect(matchesTarget(refresh, key('getMember', { organizationId: 'a', userId: 'u' }))).toBe(true);
    expect(matchesTarget(refresh, key('getMember', { organizationId: 'b', userId: 'u' }))).toBe(false);
    expect(matchesTarget(refresh, key('getMember'))).toBe(false);
  });

  it('matches no other kind of key', () => {
    expect(matchesTarget('listMembers', ['listMembers'])).toBe(false);
    expect(matchesTarget('listMembers', [])).toBe(false);
  });
});

const failed = (status: number, retryAfter: number | null = null) =>
  new ApiError({ status, message: '', operation: '', retryAfter });

describe('a failed read', () => {
  it('is sent again when Retry-After says, else after a short time', () => {
    expect(retryDelay(0, failed(429, 3))).toBe(3000);
    expect(retryDelay(0, failed(503, 90))).toBe(90_000);
    expect(retryDelay(1, failed(429))).toBe(2000);
    expect(retryDelay(0, failed(500))).toBe(300);
  });

  it.each([
    [0, 2],
    [404, 0],
    [429, 2],
    [500, 1],
    [501, 0],
    [502, 2],
    [503, 2],
    [504, 2],
  ])('with status %i is sent again %i times', (status, times) => {
    expect(maxRetries(failed(status))).toBe(times);
  });

  it('is not sent again if the server wants more patience than a person has', () => {
    expect(maxRetries(failed(429, 120))).toBe(2);
    expect(maxRetries(failed(429, 3600))).toBe(0);
    expect(maxRetries(new TypeError('no response'))).toBe(0);
  });
});
