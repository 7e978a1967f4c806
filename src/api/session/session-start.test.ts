import { afterEach, expect, it, vi } from 'vitest';
import { startPrefetch } from '#src/api/prefetch.ts';
import { startSession } from './session.ts';

afterEach(() => vi.unstubAllGlobals());

it('stays signed in when the server fails, and starts the session on the next attempt', async () => {
  const grant = {
    accessToken: 't0',
    expiresAt: new Date(Date.now() + 900_000).toISOString(),
    user: { id: 'u1' },
  };
  const storage = { getItem: () => null, setItem: () => undefined };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  const failure = () => Response.json({ error: { code: 503, message: 'Restarting.' } }, { status: 503 });
  vi.stubGlobal('fetch', async () => failure());
  startPrefetch(new URL('http://localhost/orgs'));
  await expect(startSession()).rejects.toMatchObject({ status: 503, message: 'Restarting.' });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(startSession()).rejects.toMatchObject({ status: 0 });
  vi.stubGlobal('fetch', async () => Response.json(grant));
  expect(await startSession()).toMatchObject({ status: 'signed-in', user: { id: 'u1' } });
});
