import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './errors.ts';
import { askOrElse, listsExtensions, offers, recordMissing } from './extensions.ts';
import { client } from '#api/generated/client.gen.ts';

const refusal = (status: number) => new ApiError({ status, message: 'No.', operation: 'GET /v1/x' });

let requests = 0;

/** The answer to the question what the server is. */
function serverSays(body: unknown) {
  client.setConfig({
    baseUrl: 'http://server.example',
    fetch: async () => {
      requests += 1;
      if (body instanceof ApiError) throw body;
      return Response.json(body);
    },
  });
}

describe('what a server supports', () => {
  let queryClient: QueryClient;

  beforeEach(() => {
    requests = 0;
    queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  });

  it('is what the server lists', async () => {
    serverSays({ name: 'Bindery', version: '1.0.0', extensions: ['listAuditLog'] });
    expect(await offers(queryClient, 'listAuditLog')).toBe(true);
    expect(await offers(queryClient, 'listSpaces')).toBe(false);
    expect(await listsExtensions(queryClient)).toBe(true);
    expect(requests).toBe(1);
  });

  it.each([
    ['that returns only its version', { version: '1.2.3', build: 'abc' }],
    ['without the operation', refusal(404)],
    ['that lists null', { version: '1', extensions: null }],
  ])('is assumed for a server %s, requested once', async (_, body) => {
    serverSays(body);
    expect(await offers(queryClient, 'listLinkInvites')).toBe(true);
    expect(await offers(queryClient, 'publishSite')).toBe(true);
    expect(await offers(queryClient, 'listAuditLog')).toBe(false);
    expect(await listsExtensions(queryClient)).toBe(false);
    expect(requests).toBe(1);
  });

  it.each([404, 405, 501])('is not requested again after status %s', async (status) => {
    serverSays({ version: '1.2.3', build: 'abc' });
    const ask = vi.fn<() => Promise<string>>(() => Promise.reject(refusal(status)));
    const otherwise = () => Promise.resolve('another way');
    expect(await askOrElse(queryClient, 'listSpaces', ask, otherwise)).toBe('another way');
    expect(await askOrElse(queryClient, 'listSpaces', ask, otherwise)).toBe('another way');
    expect(ask).toHaveBeenCalledTimes(1);
    expect(await offers(queryClient, 'listSpaces')).toBe(false);
    expect(await offers(queryClient, 'publishSite')).toBe(true);
    expect(requests).toBe(1);
  });

  it('stays supported after any other error', async () => {
    serverSays({ version: '1.2.3', build: 'abc' });
    const ask = () => Promise.reject(refusal(500));
    const otherwise = () => Promise.resolve();
    await expect(askOrElse(queryClient, 'listSpaces', ask, otherwise)).rejects.toMatchObject({ status: 500 });
    expect(await offers(queryClient, 'listSpaces')).toBe(true);
  });

  it('stays supported where the server lists it, so that a 404 is about the resource', async () => {
    serverSays({ name: 'Bindery', version: '1.0.0', extensions: ['listRevisionPages'] });
    await offers(queryClient, 'listRevisionPages');
    expect(recordMissing(queryClient, 'listRevisionPages', refusal(404))).toBe(false);
    expect(await offers(queryClient, 'listRevisionPages')).toBe(true);
  });
});
