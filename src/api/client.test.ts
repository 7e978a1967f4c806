import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { client } from '#api/generated/client.gen.ts';
import { getOrganization, getTeam, updateTeam } from '#api/generated/sdk.gen.ts';
import type { User } from '#api/generated/types.gen.ts';
import { configureClient, idempotencyKeyFor, recordOutcome } from './client.ts';
import { ApiError } from './errors.ts';
import { etagOf, ifMatchHeader, requireUnchanged } from './etags.ts';
import { session, startSession } from './session/session.ts';

it.each([0, 500, 503])('reuses the key after status %d', (status) => {
  const change = `POST /teams ${status}`;
  const key = idempotencyKeyFor(change);
  recordOutcome(change, key, status);
  expect(idempotencyKeyFor(change)).toBe(key);
  expect(idempotencyKeyFor(`${change}, another body`)).not.toBe(key);
});

it.each([200, 201, 204, 400, 409, 412])('uses a new key after status %d', (status) => {
  const change = `POST /sites ${status}`;
  const key = idempotencyKeyFor(change);
  recordOutcome(change, key, 0);
  recordOutcome(change, key, status);
  expect(idempotencyKeyFor(change)).not.toBe(key);
});

it.each([401, 429])('keeps the key of an uncertain attempt when the next one fails with %d', (status) => {
  const change = `POST /spaces ${status}`;
  const key = idempotencyKeyFor(change);
  recordOutcome(change, key, status);
  const second = idempotencyKeyFor(change);
  expect(second).not.toBe(key);
  recordOutcome(change, second, 0);
  recordOutcome(change, second, status);
  expect(idempotencyKeyFor(change)).toBe(second);
});

it('evicts the oldest key', () => {
  const first = idempotencyKeyFor('first');
  recordOutcome('first', first, 0);
  for (let index = 0; index < 300; index += 1) recordOutcome(`later ${index}`, `key ${index}`, 0);
  expect(idempotencyKeyFor('first')).not.toBe(first);
  expect(idempotencyKeyFor('later 299')).toBe('key 299');
});

const user = { object: 'user', id: 'u1', displayName: 'Ada', urls: { location: '' } } as const;
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const path = { organizationId: 'acme', teamId: 't1' };
const readAcme = () => getOrganization({ path: { organizationId: 'acme' }, throwOnError: true });
const rename = () => updateTeam({ path, body: { title: 'Docs' }, throwOnError: true });

/** Request line, token and body of each request that the server received. */
let received: string[] = [];
const keys: (string | null)[] = [];
let conditions: (string | null)[] = [];
/** The names of the headers of each request. */
const sentHeaders: string[][] = [];
let responses: (() => Response | Promise<Response>)[] = [];
const browser = { onLine: true };

async function respond(target: Request | string, init?: RequestInit): Promise<Response> {
  const request = new Request(
    typeof target === 'string' ? new URL(target, 'http://localhost') : target,
    init,
  );
  request.signal.throwIfAborted();
  const token = request.headers.get('Authorization')?.replace('Bearer ', '');
  const line = [request.method, new URL(request.url).pathname, token, await request.text()];
  received.push(line.filter(Boolean).join(' '));
  sentHeaders.push([...request.headers.keys()].filter((name) => name !== 'accept').toSorted());
  keys.push(request.headers.get('Idempotency-Key'));
  conditions.push(request.headers.get('If-None-Match'));
  return (responses.shift() ?? (() => Response.json({})))();
}

const reject =
  (status: number, message = 'No.') =>
  () =>
    Response.json({ error: { code: status, message } }, { status, headers: { 'X-Request-Id': 'req-7' } });

describe('the client', () => {
  beforeAll(async () => {
    vi.stubGlobal('navigator', browser);
    vi.stubGlobal('fetch', respond);
    vi.stubGlobal('location', { pathname: '/' });
    configureClient();
    await startSession();
  });
  afterAll(() => vi.unstubAllGlobals());

  beforeEach(() => {
    session.adopt({ accessToken: 't0', expiresAt: inAnHour(), user, server: null });
    // Pages resolve relative URLs; tests have no page.
    client.setConfig({ baseUrl: 'http://localhost' });
    received = [];
    responses = [];
    browser.onLine = true;
  });

  it('sends the session’s token', async () => {
    await rename();
    expect(received).toEqual(['PATCH /v1/orgs/acme/teams/t1 t0 {"title":"Docs"}']);
  });

  it('renews a rejected token and resends the request', async () => {
    const grant = { accessToken: 't1', expiresAt: inAnHour(), user };
    responses = [reject(401), () => Response.json(grant), () => Response.json({ id: 't1' })];
    const { data } = await rename();
    expect(data).toEqual({ id: 't1' });
    expect(received.map((line) => line.replace(/ \{.*/, ''))).toEqual([
      'PATCH /v1/orgs/acme/teams/t1 t0',
      'POST /auth/refresh',
      'PATCH /v1/orgs/acme/teams/t1 t1',
    ]);
    expect(received[2]).toContain('{"title":"Docs"}');
  });

  it('waits for the next sign-in after the session ended, then continues', async () => {
    responses = [reject(401), reject(401), () => Response.json({ id: 't1' })];
    const renamed = rename();
    await vi.waitFor(() => expect(session.state.get().status).toBe('ended'));
    session.adopt({ accessToken: 't2', expiresAt: inAnHour(), user, server: null });
    await renamed;
    expect(received.at(-1)).toContain(' t2 ');
  });

  it('rejects with the server’s error if the user does not sign in again', async () => {
    responses = [reject(401, 'The session is over.'), reject(401)];
    const renamed = rename();
    await vi.waitFor(() => expect(session.state.get().status).toBe('ended'));
    session.clear();
    await expect(renamed).rejects.toMatchObject({ status: 401, message: 'The session is over.' });
  });

  it('does not send a change while the device is offline', async () => {
    browser.onLine = false;
    await expect(rename()).rejects.toMatchObject({ status: 0, message: 'Not sent: you’re offline.' });
    expect(received).toEqual([]);
  });

  it('reuses the idempotency key while the outcome of a change is unknown', async () => {
    responses = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      reject(503),
      () => Response.json({}),
    ];
    await expect(rename()).rejects.toMatchObject({ status: 0 });
    await expect(rename()).rejects.toMatchObject({ status: 503 });
    await rename();
    await rename();
    const [first, second, third, later] = keys.slice(-4);
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect([second, third]).toEqual([first, first]);
    expect(later).not.toBe(first);
  });

  it('turns an error response into an ApiError', async () => {
    responses = [reject(409, 'The team is being deleted.')];
    const error = await rename().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 409,
      message: 'The team is being deleted.',
      requestId: 'req-7',
      operation: 'PATCH /v1/orgs/{organizationId}/teams/{teamId}',
    });
  });

  it('reports that the server can’t be reached', async () => {
    responses = [() => Promise.reject(new TypeError('Failed to fetch'))];
    const read = getOrganization({ path: { organizationId: 'acme' }, throwOnError: true });
    await expect(read).rejects.toMatchObject({ status: 0, message: 'Couldn’t reach the server.' });
  });

  it('holds all reads back as long as Retry-After says', async () => {
    vi.useFakeTimers({ now: Date.parse('2020-01-01') });
    const limited = () =>
      Response.json(
        {},
        { status: 429, headers: { 'Retry-After': new Date(Date.now() + 3000).toUTCString() } },
      );
    responses = [limited];
    await expect(readAcme()).rejects.toMatchObject({ status: 429 });
    const next = readAcme();
    const canceled = new AbortController();
    const canceledRequest = getOrganization({
      path: { organizationId: 'other' },
      signal: canceled.signal,
      throwOnError: true,
    });
    canceled.abort();
    await expect(canceledRequest).rejects.toMatchObject({ name: 'AbortError' });
    await vi.advanceTimersByTimeAsync(1500);
    expect(received).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1600);
    await next;
    expect(received).toHaveLength(2);
    vi.useRealTimers();
  });

  it('sends another server only the headers that the API documents', async () => {
    const teamPath = `/v1/orgs/${path.organizationId}/teams/${path.teamId}`;
    const saveAt = async (server: string | null) => {
      session.adopt({ accessToken: 't0', expiresAt: inAnHour(), user, server });
      client.setConfig({ baseUrl: 'http://localhost' });
      responses = [() => Response.json({}, { headers: { ETag: '"1"' } })];
      await getTeam({ path, throwOnError: true });
      const headers = ifMatchHeader(etagOf(teamPath));
      requireUnchanged(teamPath);
      await updateTeam({ path, body: { title: 'Docs' }, headers, throwOnError: true });
      return sentHeaders.at(-1);
    };
    const documented = ['authorization', 'content-type'];
    expect(await saveAt('https://elsewhere.example')).toEqual(documented);
    expect(await saveAt(null)).toEqual([...documented, 'idempotency-key', 'if-match']);
  });

  it('rejects a canceled request as canceled', async () => {
    responses = [() => Promise.reject(new DOMException('cancelled', 'AbortError'))];
    const read = getOrganization({ path: { organizationId: 'acme' }, throwOnError: true });
    await expect(read).rejects.toMatchObject({ name: 'AbortError' });
  });

  describe('a repeated read', () => {
    const organization =
      (title: string, tag: string | null, status = 200) =>
      () =>
        new Response(status === 304 ? null : JSON.stringify({ title, emoji: '1f600' }), {
          status,
          headers: { 'Content-Type': 'application/json', ...(tag !== null && { ETag: tag }) },
        });
    const read = async (as: User = user, server: string | null = null) => {
      session.adopt({ accessToken: 't0', expiresAt: inAnHour(), user: as, server });
      client.setConfig({ baseUrl: 'http://localhost' });
      const options = { path: { organizationId: 'acme' }, throwOnError: true } as const;
      return (await getOrganization(options)).data;
    };
    beforeEach(() => {
      session.clear();
      conditions = [];
    });

    it('gets the very same body while the server has no other', async () => {
      responses = [
        organization('Acme', '"1"'),
        organization('', 'W/"1"', 304),
        organization('', null, 304),
        organization('New', '"2"'),
        organization('', '"2"', 304),
      ];
      const first = await read();
      expect(first).toMatchObject({ title: 'Acme' });
      expect(await read()).toBe(first);
      expect(await read()).toBe(first);
      const changed = await read();
      expect(changed).toMatchObject({ title: 'New' });
      expect(await read()).toBe(changed);
      expect(conditions).toEqual([null, '"1"', '"1"', '"1"', '"2"']);
    });

    it('is a first read for another user, after signing out, and at another server', async () => {
      const otherUser = { ...user, id: 'u2' };
      responses = Array.from({ length: 5 }, () => organization('Acme', '"1"'));
      await read();
      await read(otherUser);
      await read();
      session.clear();
      await read();
      await read(user, 'https://elsewhere.example');
      expect(conditions).toEqual([null, null, null, null, null]);
    });

    it('is sent again without a condition if the answer is about another version', async () => {
      responses = [
        organization('Acme', '"1"'),
        organization('', '"9"', 304),
        organization('New', '"3"'),
        organization('', '"3"', 304),
      ];
      await read();
      const changed = await read();
      expect(changed).toMatchObject({ title: 'New' });
      expect(await read()).toBe(changed);
      expect(conditions).toEqual([null, '"1"', null, '"3"']);
    });

    it('works with a server without tags', async () => {
      responses = [organization('Acme', null), organization('Acme', null)];
      const first = await read();
      expect(await read()).toEqual(first);
      expect(conditions).toEqual([null, null]);
    });
  });
});
