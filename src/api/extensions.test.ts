import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { client } from '#api/generated/client.gen.ts';
import { ApiError } from './errors.ts';
import { requestWithFallback, listsExtensions, supports, recordUnsupported } from './extensions.ts';
import { session } from './session/session.ts';
import { loadSupport, readSupport } from './unlisted-servers.ts';

const errorOf = (status: number) => new ApiError({ status, message: 'No.', operation: 'GET /v1/x' });

let requests = 0;

/** The definitions that are served, by URL. */
let definitions: Record<string, string> = {};
const definitionRequests: string[] = [];
const stored = new Map<string, string>();

function signInAt(server: string) {
  session.adopt({ accessToken: 'token', expiresAt: null, user: null, server });
}

/** Stubs the response of the server information. */
function serverReturns(body: unknown) {
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
    stored.clear();
    vi.stubGlobal('sessionStorage', {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, text: string) => stored.set(name, text),
      removeItem: (name: string) => stored.delete(name),
    });
    session.clear();
    definitions = {};
    vi.stubGlobal('fetch', async (url: string) => {
      definitionRequests.push(url);
      const text = definitions[url];
      return new Response(text ?? null, { status: text === undefined ? 404 : 200 });
    });
    definitionRequests.length = 0;
    queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  });

  it('is what the server lists', async () => {
    serverReturns({ name: 'Bindery', version: '1.0.0', extensions: ['listAuditLog'] });
    expect(await supports(queryClient, 'listAuditLog')).toBe(true);
    expect(await supports(queryClient, 'listSpaces')).toBe(false);
    expect(await listsExtensions(queryClient)).toBe(true);
    expect(requests).toBe(1);
  });

  it.each([
    ['that returns only its version', { version: '1.2.3', build: 'abc' }],
    ['without the operation', errorOf(404)],
    ['that lists null', { version: '1', extensions: null }],
  ])('is assumed for a server %s, requested once', async (_, body) => {
    serverReturns(body);
    expect(await supports(queryClient, 'listLinkInvites')).toBe(true);
    expect(await supports(queryClient, 'publishSite')).toBe(true);
    expect(await supports(queryClient, 'listAuditLog')).toBe(false);
    expect(await listsExtensions(queryClient)).toBe(false);
    expect(requests).toBe(1);
  });

  it.each([404, 405, 501])('is not requested again after status %s', async (status) => {
    serverReturns({ version: '1.2.3', build: 'abc' });
    const request = vi.fn<() => Promise<string>>(() => Promise.reject(errorOf(status)));
    const otherwise = () => Promise.resolve('another way');
    expect(await requestWithFallback(queryClient, 'listSpaces', request, otherwise)).toBe('another way');
    expect(await requestWithFallback(queryClient, 'listSpaces', request, otherwise)).toBe('another way');
    expect(request).toHaveBeenCalledTimes(1);
    expect(await supports(queryClient, 'listSpaces')).toBe(false);
    expect(await supports(queryClient, 'publishSite')).toBe(true);
    expect(requests).toBe(1);
  });

  it('stays supported after any other error', async () => {
    serverReturns({ version: '1.2.3', build: 'abc' });
    const request = () => Promise.reject(errorOf(500));
    const otherwise = () => Promise.resolve();
    await expect(requestWithFallback(queryClient, 'listSpaces', request, otherwise)).rejects.toMatchObject({
      status: 500,
    });
    expect(await supports(queryClient, 'listSpaces')).toBe(true);
  });

  it('stays supported where the server lists it, so that a 404 is about the resource', async () => {
    serverReturns({ name: 'Bindery', version: '1.0.0', extensions: ['listRevisionPages'] });
    await supports(queryClient, 'listRevisionPages');
    expect(recordUnsupported(queryClient, 'listRevisionPages', errorOf(404))).toBe(false);
    expect(await supports(queryClient, 'listRevisionPages')).toBe(true);
  });

  const withoutRevisions = {
    servers: [{ url: '{host}/v1' }],
    paths: {
      '/orgs/{organizationId}/spaces': { get: {}, parameters: [] },
      '/orgs/{organizationId}/sites/{siteId}/redirects': { get: {} },
      '/v1/spaces/{id}/change-requests/{number}/links': { get: {} },
    },
  };

  it.each([
    ['/openapi.json', JSON.stringify(withoutRevisions)],
    ['/openapi.yaml', stringify(withoutRevisions)],
  ])('is read from the definition at %s where nothing is listed', async (location, text) => {
    serverReturns({ version: '1.2.3', build: 'abc' });
    signInAt('https://api.example');
    definitions = { [`https://api.example${location}`]: text };
    expect(await supports(queryClient, 'listSpaces')).toBe(true);
    expect(await supports(queryClient, 'listChangeRequestLinks')).toBe(true);
    expect(await supports(queryClient, 'createSpace')).toBe(false);
    expect(await supports(queryClient, 'listRevisionPages')).toBe(false);
    // Another operation at the same path.
    expect(await supports(queryClient, 'listSiteRedirects')).toBe(false);
    // About a space that is gone, then about the operation.
    expect(recordUnsupported(queryClient, 'listSpaces', errorOf(404))).toBe(false);
    expect(recordUnsupported(queryClient, 'listSpaces', errorOf(405))).toBe(true);
    expect(await supports(queryClient, 'listSpaces')).toBe(false);
  });

  it.each([
    ['a title', { $ref: '#/components/schemas/Titled' }, true],
    ['a source and a language', { properties: { source: {}, language: {} } }, false],
  ])('has translations from %s as its definition says', async (_, schema, expected) => {
    serverReturns({ version: '1.2.3', build: 'abc' });
    signInAt('https://api.example');
    const post = { requestBody: { content: { 'application/json': { schema } } } };
    const definition = {
      paths: { '/v1/orgs/{id}/translations': { post } },
      components: { schemas: { Titled: { properties: { title: {} } } } },
    };
    definitions = { 'https://api.example/openapi.json': JSON.stringify(definition) };
    expect(await readSupport('https://api.example', AbortSignal.timeout(1000))).toMatchObject({
      titlesTranslations: expected,
    });
    expect(loadSupport('https://api.example')).toMatchObject({ titlesTranslations: expected });
  });

  it('is remembered for the session of the tab, for that server only', async () => {
    serverReturns({ version: '1.2.3', build: 'abc' });
    signInAt('https://api.example');
    definitions = { 'https://api.example/openapi.json': JSON.stringify(withoutRevisions) };
    expect(await supports(queryClient, 'publishSite')).toBe(false);
    recordUnsupported(queryClient, 'listChangeRequestLinks', errorOf(501));
    await vi.waitFor(() => expect(stored.get('bindery.support')).toContain('listChangeRequestLinks"]'));
    const reloaded = new QueryClient();
    expect(await supports(reloaded, 'listSpaces')).toBe(true);
    expect(await supports(reloaded, 'listChangeRequestLinks')).toBe(false);
    expect([requests, definitionRequests.length]).toEqual([1, 2]);
    signInAt('https://other.example');
    expect(await supports(new QueryClient(), 'publishSite')).toBe(true);
    expect([requests, definitionRequests.length]).toEqual([2, 4]);
  });
});
