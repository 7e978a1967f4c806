import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startEarly, takeEarlyAnswer, takeEarlySession } from './early.ts';

const grant = { accessToken: 't0', expiresAt: '2026-11-21T10:00:00Z', user: { id: 'u1' } };
const page = (path: string) => new URL(path, 'http://localhost');
const request = (path: string) => new Request(page(path));

/** Answers requests by their path, and notes them with the token they carried. */
function serve(answers: Record<string, () => Response>) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (target: string | URL, init?: RequestInit) => {
    const path = new URL(target, 'http://localhost').pathname;
    asked.push([path, new Headers(init?.headers).get('Authorization')].filter(Boolean).join(' '));
    return (answers[path] ?? (() => new Response(null, { status: 404 })))();
  });
  return asked;
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
    const asked = serve({
      '/auth/refresh': () => Response.json(grant),
      '/v1/orgs/acme': () => Response.json({ id: 'acme' }),
    });
    startEarly(page('/o/acme'));
    expect(await takeEarlySession()).toEqual(grant);
    const answer = await takeEarlyAnswer(request('/v1/orgs/acme'));
    expect(await answer?.response.json()).toEqual({ id: 'acme' });
    expect(await takeEarlyAnswer(request('/v1/orgs/acme'))).toBeNull();
    expect(takeEarlySession()).toBeNull();
    expect(asked).toEqual(['/auth/refresh', '/v1/orgs/acme Bearer t0']);
  });

  it('reports how long a response took, however late it is taken', async () => {
    stubStorage();
    vi.useFakeTimers();
    serve({ '/auth/refresh': () => Response.json(grant) });
    const answered = fetch;
    vi.stubGlobal('fetch', async (target: string, init?: RequestInit) => {
      if (String(target).includes('/v1/')) await new Promise((resolve) => setTimeout(resolve, 120));
      return answered(target, init);
    });
    startEarly(page('/o/acme'));
    await vi.advanceTimersByTimeAsync(5000);
    const answer = await takeEarlyAnswer(request('/v1/orgs/acme'));
    expect(answer?.took).toBe(120);
    vi.useRealTimers();
  });

  it('requests no data without a session', async () => {
    const asked = serve({ '/auth/refresh': () => new Response(null, { status: 401 }) });
    startEarly(page('/o/acme'));
    expect(await takeEarlySession()).toMatchObject({ status: 401 });
    expect(await takeEarlyAnswer(request('/v1/orgs/acme'))).toBeNull();
    expect(asked).toEqual(['/auth/refresh']);
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
    startEarly(page('/o/acme'));
    expect((await takeEarlyAnswer(request('/v1/orgs/acme'))) !== null).toBe(handedOut);
  });

  it.each([
    ['on the sign-in page of a new visitor', '/login', {}, {}],
    ['for a sign-in link', '/login#code=abc', { 'bindery.signed-in': 'yes' }, {}],
    ['while the tab is connected to another server', '/o/acme', {}, { 'bindery.server': '{}' }],
  ])('is skipped %s', (_place, path, local, session) => {
    stubStorage(local, session);
    const asked = serve({});
    startEarly(page(path));
    expect(asked).toEqual([]);
  });
});
