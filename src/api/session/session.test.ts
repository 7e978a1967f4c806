import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentUser, session, signIn, signInToServer, signOut, startSession } from './session.ts';

const user = { object: 'user', id: 'u1', displayName: 'Ada', urls: { location: '' } } as const;
const otherSession = { server: 'https://docs.example/', token: 'bnd_1' };

let requested: string[] = [];
let fakeStorage = new Map<string, string>();

/** Responds by path; everything else is 404. */
function serve(responses: Record<string, () => Response>) {
  requested = [];
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const { host, pathname } = new URL(address, 'http://localhost');
    requested.push([init?.method ?? 'GET', host, pathname].join(' '));
    return (
      responses[pathname] ?? (() => Response.json({ error: { code: 404, message: 'No.' } }, { status: 404 }))
    )();
  });
}

const deny = () => Response.json({ error: { code: 401, message: 'Unknown token.' } }, { status: 401 });

describe('signing in', () => {
  beforeEach(() => {
    fakeStorage = new Map();
    const storage = {
      getItem: (name: string) => fakeStorage.get(name) ?? null,
      setItem: (name: string, text: string) => fakeStorage.set(name, text),
      removeItem: (name: string) => fakeStorage.delete(name),
    };
    vi.stubGlobal('localStorage', storage);
    vi.stubGlobal('sessionStorage', storage);
    vi.stubGlobal('navigator', { onLine: true });
    session.clear();
  });
  afterEach(() => vi.unstubAllGlobals());

  it('on our own server stores no token', async () => {
    const grant = { accessToken: 't0', expiresAt: new Date(Date.now() + 900_000).toISOString(), user };
    serve({ '/auth/session': () => Response.json(grant) });
    await signIn('session', { token: 'bnd_1' });
    expect(session.state.get()).toEqual({ status: 'signed-in', user, server: null });
    expect(currentUser()).toEqual(user);
    expect([...fakeStorage.values()].join()).not.toMatch(/bnd_1|t0/);
  });

  it('fails with the server’s message when the token is invalid', async () => {
    serve({ '/auth/session': deny });
    await expect(signIn('session', { token: 'bad' })).rejects.toMatchObject({
      status: 401,
      message: 'Unknown token.',
    });
    expect(session.state.get().status).toBe('signed-out');
  });

  it('on another server stores the token only if requested, and contacts only that server', async () => {
    serve({ '/v1/user': () => Response.json(user) });
    await signInToServer({ ...otherSession, remember: false });
    expect(session.state.get()).toEqual({ status: 'signed-in', user, server: 'https://docs.example' });
    expect(fakeStorage.size).toBe(0);
    await signInToServer({ ...otherSession, remember: true });
    expect(fakeStorage.get('bindery.server')).toContain('bnd_1');
    expect(new Set(requested)).toEqual(new Set(['GET docs.example /v1/user']));
  });

  it('on another server works without a user operation', async () => {
    serve({ '/v1/orgs': () => Response.json({ items: [] }) });
    await signInToServer({ ...otherSession, remember: false });
    expect(session.state.get()).toMatchObject({ status: 'signed-in', user: null });
  });

  it('on another server finds the user from the ping’s claim', async () => {
    const claims = [{ alg: 'HS256' }, { sub: 'u1', name: 'Ü?>' }].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const pinged = () => Response.json({ brandVisitorClaims: `${claims.join('.')}.signed` });
    const member = () => Response.json({ id: 'u1', user, role: 'read' });
    const responses = { '/v1/orgs': () => Response.json({ items: [{ id: 'o1' }] }) };
    serve({ ...responses, '/v1/orgs/o1/ping': pinged, '/v1/orgs/o1/members/u1': member });
    await signInToServer({ ...otherSession, remember: false });
    expect(currentUser()).toEqual(user);
    expect(requested).toContain('POST docs.example /v1/orgs/o1/ping');

    for (const body of [{}, { brandVisitorClaims: 'no token' }, { brandVisitorClaims: 7 }, []]) {
      serve({ ...responses, '/v1/orgs/o1/ping': () => Response.json(body) });
      await signInToServer({ ...otherSession, remember: false });
      expect(session.state.get()).toMatchObject({ status: 'signed-in', user: null });
    }
  });

  it('on another server fails at once with an invalid token', async () => {
    serve({ '/v1/user': deny, '/v1/orgs': () => Response.json({ items: [] }) });
    await expect(signInToServer({ ...otherSession, remember: true })).rejects.toMatchObject({ status: 401 });
    expect(fakeStorage.size).toBe(0);
  });

  it('is reverted by signing out, locally and on the server', async () => {
    const grant = { accessToken: 't0', expiresAt: new Date(Date.now() + 900_000).toISOString(), user };
    serve({
      '/auth/link': () => Response.json(grant),
      '/auth/session': () => new Response(null, { status: 204 }),
    });
    await signIn('link', { code: 'abc' });
    await signOut();
    expect(session.state.get()).toEqual({ status: 'signed-out' });
    expect(requested.at(-1)).toBe('DELETE localhost /auth/session');
    expect(fakeStorage.size).toBe(0);
  });

  it('reconnects to the stored server after a reload, once it responds', async () => {
    fakeStorage.set('bindery.server', JSON.stringify({ server: 'https://docs.example', token: 'bnd_1' }));
    const fail = () => Response.json({ error: { code: 503, message: 'Busy.' } }, { status: 503 });
    serve({ '/v1/user': fail, '/v1/orgs': fail });
    await expect(startSession()).rejects.toMatchObject({ status: 503 });
    expect(fakeStorage.size).toBe(1);
    serve({ '/v1/user': () => Response.json(user) });
    expect(await startSession()).toEqual({ status: 'signed-in', user, server: 'https://docs.example' });
  });
});
