import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { RetainingQueryClient } from './retaining-query-client.ts';

/** A server that answers when it is told to, and notes what was asked and taken back. */
function slowServer() {
  const noted: string[] = [];
  let release = () => {};
  const request = ({ signal }: { signal: AbortSignal }) =>
    new Promise<{ items: string[] }>((resolve, reject) => {
      noted.push('asked');
      signal.addEventListener('abort', () => {
        noted.push('taken back');
        reject(signal.reason);
      });
      release = () => resolve({ items: ['a'] });
    });
  return { noted, ask: request, release: () => release() };
}

const queryKey = ['members'];

describe('KeepingQueryClient', () => {
  it('retains a request that a loader awaits when its screen is left', async () => {
    const server = slowServer();
    const client = new RetainingQueryClient();
    const leave = new QueryObserver(client, { queryKey, queryFn: server.ask }).subscribe(() => {});
    const answer = client.ensureQueryData({ queryKey, queryFn: server.ask });
    leave();
    server.release();
    expect(await answer).toEqual({ items: ['a'] });
    expect(server.noted).toEqual(['asked']);
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
    const answer = client.ensureInfiniteQueryData(list);
    leave();
    server.release();
    expect((await answer).pages).toEqual([{ items: ['a'] }]);
    expect(server.noted).toEqual(['asked']);
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
    expect(server.noted).toEqual(['asked', 'asked', 'taken back']);
  });
});
