import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestAhead, startPrefetch, takePrefetchedResponse, takePrefetchedSession } from './prefetch.ts';

const grant = { accessToken: 't0', expiresAt: '2026-11-21T10:00:00Z', user: { id: 'u1' } };
const page = (path: string) => new URL(path, 'http://localhost');
const request = (path: string) => new Request(page(path));

/** Responds by path and records requests with their tokens. */
function serve(responses: Record<string, () => Response>) {
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (target: string | URL, init?: RequestInit) => {
    const path = new URL(target, 'http://localhost').pathname;
    requested.push([path, new Headers(init?.headers).get('Authorization')].filter(Boolean).join(' '));
    return (responses[path] ?? (() => new Response(null, { status: 404 })))();
  });
  return requested;
}

/** A tab's storage with these entries. */
function stubStorage(local: Record<string, string> = {}, session: Record<string, string> = {}) {
  const storage = (entries: Record<string, string>) => ({ getItem: (name: string) => entries[name] ?? null });
  vi.stubGlobal('localStorage', storage(local));
  vi.stubGlobal('sessionStorage', storage(session));
}

describe('prefetching', () => {
  beforeEach(() => stubStorage());
  afterEach(() => vi.unstubAllGlobals());

  it('requests the session, then the first screen, and returns each response once', async () => {
    const requested = serve({
      '/auth/refresh': () => Response.json(grant),
      '/v1/orgs/acme': () => Response.json({ id: 'acme' }),
    });
    startPrefetch(page('/o/acme'));
    expect(await takePrefetchedSession()).toEqual(grant);
    const prefetched = await takePrefetchedResponse(request('/v1/orgs/acme'));
    expect(await prefetched?.response.json()).toEqual({ id: 'acme' });
    expect(await takePrefetchedResponse(request('/v1/orgs/acme'))).toBeNull();
    expect(takePrefetchedSession()).toBeNull();
    expect(requested).toEqual(['/auth/refresh', '/v1/orgs/acme Bearer t0']);
  });

  it('reports how long a response took, however late it is taken', async () => {
    stubStorage();
    vi.useFakeTimers();
    serve({ '/auth/refresh': () => Response.json(grant) });
    const originalFetch = fetch;
    vi.stubGlobal('fetch', async (target: string, init?: RequestInit) => {
      if (String(target).includes('/v1/')) await new Promise((resolve) => setTimeout(resolve, 120));
      return originalFetch(target, init);
    });
    startPrefetch(page('/o/acme'));
    await vi.advanceTimersByTimeAsync(5000);
    const prefetched = await takePrefetchedResponse(request('/v1/orgs/acme'));
    expect(prefetched?.durationMs).toBe(120);
    vi.useRealTimers();
  });

  it('requests no data without a session', async () => {
    const requested = serve({ '/auth/refresh': () => new Response(null, { status: 401 }) });
    startPrefetch(page('/o/acme'));
    expect(await takePrefetchedSession()).toMatchObject({ status: 401 });
    expect(await takePrefetchedResponse(request('/v1/orgs/acme'))).toBeNull();
    expect(requested).toEqual(['/auth/refresh']);
  });

  it.each([
    [404, true],
    [403, true],
    [401, false],
    [503, false],
  ])('returns a response with status %i: %s', async (status, handedOut) => {
    serve({
      '/auth/refresh': () => Response.json(grant),
      '/v1/orgs/acme': () => new Response('{}', { status }),
    });
    startPrefetch(page('/o/acme'));
    expect((await takePrefetchedResponse(request('/v1/orgs/acme'))) !== null).toBe(handedOut);
  });

  it.each([
    ['on the sign-in page of a new visitor', '/login', {}, {}],
    ['for a sign-in link', '/login#code=abc', { 'bindery.signed-in': 'yes' }, {}],
    ['while the tab is connected to another server', '/o/acme', {}, { 'bindery.server': '{}' }],
  ])('is skipped %s', (_place, path, local, session) => {
    stubStorage(local, session);
    const requested = serve({});
    startPrefetch(page(path));
    expect(requested).toEqual([]);
  });
});

describe('requesting ahead of a loader', () => {
  beforeEach(() => {
    stubStorage();
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const token = async () => 't1';
  const ahead = (path: string, known: string[] = []) =>
    requestAhead(page(path), token, ({ pathname }) => known.includes(pathname));

  it('requests a record once, whatever is opened of it', async () => {
    const requested = serve({ '/v1/spaces/s1': () => Response.json({ id: 's1' }) });
    ahead('/o/acme/spaces/s1/changes/4');
    ahead('/o/acme/spaces/s1/changes/4/diff');
    const space = await takePrefetchedResponse(request('/v1/spaces/s1'));
    expect(await space?.response.json()).toEqual({ id: 's1' });
    ahead('/o/acme/spaces/s1/changes/4');
    await vi.advanceTimersByTimeAsync(0);
    expect(requested).toEqual(['/v1/spaces/s1 Bearer t1', '/v1/spaces/s1/change-requests/4 Bearer t1']);
  });

  it('requests nothing that is known or comes with the first screen', async () => {
    const requested = serve({ '/auth/refresh': () => Response.json(grant) });
    ahead('/o/acme/spaces/s2/changes/4', ['/v1/spaces/s2']);
    ahead('/o/acme/members');
    startPrefetch(page('/o/acme/spaces/s3/changes/4'));
    ahead('/o/acme/spaces/s3/changes/4');
    await vi.advanceTimersByTimeAsync(0);
    expect(requested.filter((sent) => sent.endsWith(' Bearer t1'))).toEqual([
      '/v1/spaces/s2/change-requests/4 Bearer t1',
    ]);
    expect(requested.filter((sent) => sent.endsWith(' Bearer t0'))).toEqual([
      '/v1/orgs/acme Bearer t0',
      '/v1/spaces/s3 Bearer t0',
      '/v1/spaces/s3/change-requests/4 Bearer t0',
    ]);
  });

  it('forgets a response that was not used', async () => {
    serve({ '/v1/spaces/s4': () => Response.json({ id: 's4' }) });
    ahead('/o/acme/spaces/s4/changes/4');
    await vi.advanceTimersByTimeAsync(11_000);
    expect(await takePrefetchedResponse(request('/v1/spaces/s4'))).toBeNull();
  });
});
