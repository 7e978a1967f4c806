import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listAuditLogOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { client } from '#api/generated/client.gen.ts';
import { ApiError, MissingOperationError } from './errors.ts';
import { can } from './extensions.ts';
import { ifOffered, optional, sendOptional } from './optional-requests.ts';
import { session } from './session/session.ts';

const notFound = new ApiError({ status: 404, message: 'No.', operation: 'GET /v1/x' });
const options = listAuditLogOptions({ path: { organizationId: 'acme' } });

/** Signs in at a server of another make that says only its version and has none of our definition. */
function signInElsewhere() {
  const server = `https://${crypto.randomUUID()}.example`;
  session.adopt({ accessToken: 'token', expiresAt: null, user: null, server });
}

describe('what a server lacks', () => {
  let queryClient: QueryClient;

  beforeEach(() => {
    queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    session.clear();
    client.setConfig({
      baseUrl: 'http://server.example',
      fetch: async () => Response.json({ version: '1' }),
    });
    vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
  });

  it('is null as a query, and an error for everyone else', async () => {
    const missing = new MissingOperationError('GET /v1/x');
    const failing = { ...options, queryFn: () => Promise.reject(missing) };
    expect(await queryClient.fetchQuery(optional(failing))).toBeNull();
    await expect(queryClient.fetchQuery({ ...failing, staleTime: 0 })).rejects.toBe(missing);
    expect(await ifOffered(Promise.reject<string>(missing))).toBeNull();
  });

  it('is not what only failed', async () => {
    const failing = { ...options, queryFn: () => Promise.reject(notFound) };
    await expect(queryClient.fetchQuery(optional(failing))).rejects.toBe(notFound);
    await expect(ifOffered(Promise.reject(notFound))).rejects.toBe(notFound);
  });

  it('is remembered once it is denied', async () => {
    signInElsewhere();
    expect(await can(queryClient, 'listRevisionPages')).toBe(true);
    const denied = sendOptional(queryClient, 'listRevisionPages', () => Promise.reject(notFound));
    await expect(denied).rejects.toBe(notFound);
    expect(await can(queryClient, 'listRevisionPages')).toBe(false);
  });

  it('is replaced, and is not denied if the replacement fails, too', async () => {
    signInElsewhere();
    const send = (otherwise: () => Promise<string>) =>
      sendOptional(queryClient, 'listChangeRequestLinks', () => Promise.reject<string>(notFound), {
        isResourceThere: true,
        otherwise,
      });
    await expect(send(() => Promise.reject(new Error('Gone.')))).rejects.toThrow('Gone.');
    expect(await can(queryClient, 'listChangeRequestLinks')).toBe(true);
    expect(await send(() => Promise.resolve('another way'))).toBe('another way');
    expect(await can(queryClient, 'listChangeRequestLinks')).toBe(false);
  });

  it('is not replaced at our own server, where 404 is about the resource', async () => {
    session.adopt({ accessToken: 'token', expiresAt: null, user: null, server: null });
    const otherwise = vi.fn<() => string>(() => 'another way');
    const denied = sendOptional(queryClient, 'listSpaces', () => Promise.reject<string>(notFound), {
      otherwise,
    });
    await expect(denied).rejects.toBe(notFound);
    expect(otherwise).not.toHaveBeenCalled();
  });
});
