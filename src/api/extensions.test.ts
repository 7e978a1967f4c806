import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { client } from '#api/generated/client.gen.ts';
import operationIndex from '#api/generated/operations.json' with { type: 'json' };
import { ApiError } from './errors.ts';
import { can, recordUnsupported } from './extensions.ts';
import { requestUnlessDenied, requestWithFallback } from './optional-requests.ts';
import { session } from './session/session.ts';
import { loadSupport, refuseMissing, supportOf } from './unlisted-servers.ts';

const errorOf = (status: number) => new ApiError({ status, message: 'No.', operation: 'GET /v1/x' });

let requests = 0;

/** The definitions that are served, by URL. */
let definitions: Record<string, string> = {};
const definitionRequests: string[] = [];
const storage = new Map<string, string>();

/** A new one for each test, because what is known of a server is remembered. */
let server = '';
let count = 0;

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

describe('the operations of a server', () => {
  let queryClient: QueryClient;

  beforeEach(() => {
    requests = 0;
    storage.clear();
    vi.stubGlobal('sessionStorage', {
      getItem: (name: string) => storage.get(name) ?? null,
      setItem: (name: string, text: string) => storage.set(name, text),
      removeItem: (name: string) => storage.delete(name),
    });
    session.clear();
    server = `https://api${(count += 1)}.example`;
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
    expect(await can(queryClient, 'listAuditLog')).toBe(true);
    expect(await can(queryClient, 'listSpaces')).toBe(false);
    expect(await can(queryClient, 'extensions')).toBe(true);
    expect(requests).toBe(1);
  });

  it.each([
    ['that returns only its version', { version: '1.2.3', build: 'abc' }],
    ['without the operation', errorOf(404)],
    ['that lists null', { version: '1', extensions: null }],
  ])('is assumed for a server %s, requested once', async (_, body) => {
    serverReturns(body);
    expect(await can(queryClient, 'listLinkInvites')).toBe(true);
    expect(await can(queryClient, 'publishSite')).toBe(true);
    expect(await can(queryClient, 'listAuditLog')).toBe(false);
    expect(await can(queryClient, 'extensions')).toBe(false);
    expect(requests).toBe(1);
  });

  it.each([404, 405, 501])('is not requested again after status %s', async (status) => {
    serverReturns({ version: '1.2.3', build: 'abc' });
    const request = vi.fn<() => Promise<string>>(() => Promise.reject(errorOf(status)));
    const otherwise = () => Promise.resolve('another way');
    expect(await requestWithFallback(queryClient, 'listSpaces', request, otherwise)).toBe('another way');
    expect(await requestWithFallback(queryClient, 'listSpaces', request, otherwise)).toBe('another way');
    expect(request).toHaveBeenCalledTimes(1);
    expect(await can(queryClient, 'listSpaces')).toBe(false);
    expect(await can(queryClient, 'publishSite')).toBe(true);
    expect(requests).toBe(1);
  });

  it('has documented operations wherever no server denies them', async () => {
    serverReturns({ name: 'Bindery', version: '1.0.0', extensions: [] });
    expect(await can(queryClient, 'listTranslations')).toBe(true);
    expect(await can(queryClient, 'listAuditLog')).toBe(false);
    const atOther = new QueryClient();
    serverReturns({ version: '1.2.3', build: 'abc' });
    expect(await can(atOther, 'listTranslations')).toBe(true);
    expect(recordUnsupported(atOther, 'listTranslations', errorOf(404))).toBe(true);
    expect(await can(atOther, 'listTranslations')).toBe(false);
  });

  it('asks once for something documented that a server lacks', async () => {
    serverReturns({ version: '1.2.3', build: 'abc' });
    const request = vi.fn<() => Promise<string>>(() => Promise.reject(errorOf(404)));
    const ask = () => requestUnlessDenied(queryClient, 'listSiteSectionGroups', request, 'none');
    await can(queryClient, 'extensions');
    expect(await ask()).toBe('none');
    expect(await ask()).toBe('none');
    expect(request).toHaveBeenCalledTimes(1);
  });

  it('stays supported after any other error', async () => {
    serverReturns({ version: '1.2.3', build: 'abc' });
    const request = () => Promise.reject(errorOf(500));
    const otherwise = () => Promise.resolve();
    await expect(requestWithFallback(queryClient, 'listSpaces', request, otherwise)).rejects.toMatchObject({
      status: 500,
    });
    expect(await can(queryClient, 'listSpaces')).toBe(true);
  });

  it('stays supported where the server lists it, so that a 404 is about the resource', async () => {
    serverReturns({ name: 'Bindery', version: '1.0.0', extensions: ['listRevisionPages'] });
    await can(queryClient, 'listRevisionPages');
    expect(recordUnsupported(queryClient, 'listRevisionPages', errorOf(404))).toBe(false);
    expect(await can(queryClient, 'listRevisionPages')).toBe(true);
  });

  /** An operation that answers with a list, whose schema is a part of the definition. */
  const listOf = (members: readonly string[]) => ({
    responses: {
      200: {
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Page' },
                { properties: { items: { type: 'array', items: objectWith(members) } } },
              ],
            },
          },
        },
      },
    },
  });
  const objectWith = (members: readonly string[]) => ({
    properties: Object.fromEntries(members.map((name) => [name, {}])),
  });
  const commentMembers = operationIndex.listOrganizationComments.answers.members;

  const withoutRevisions = {
    servers: [{ url: '{host}/v1' }],
    paths: {
      '/orgs/{organizationId}/spaces': { get: {}, parameters: [] },
      '/orgs/{organizationId}/sites/{siteId}/redirects': { get: {} },
      // A list of plain change requests.
      '/orgs/{organizationId}/change-requests': { get: listOf(['id', 'number', 'subject']) },
      '/orgs/{organizationId}/comments': { get: listOf(commentMembers) },
      '/v1/spaces/{id}/change-requests/{number}/links': { get: {} },
    },
  };

  it.each([
    ['/openapi.json', JSON.stringify(withoutRevisions)],
    ['/openapi.yaml', stringify(withoutRevisions)],
  ])('is read from the definition at %s where nothing is listed', async (location, text) => {
    serverReturns({ version: '1.2.3', build: 'abc' });
    signInAt(server);
    definitions = { [`${server}${location}`]: text };
    expect(await can(queryClient, 'listSpaces')).toBe(true);
    expect(await can(queryClient, 'listChangeRequestLinks')).toBe(true);
    expect(await can(queryClient, 'createSpace')).toBe(false);
    expect(await can(queryClient, 'listRevisionPages')).toBe(false);
    // Another operation at the same path.
    expect(await can(queryClient, 'listSiteRedirects')).toBe(false);
    expect(await can(queryClient, 'listOrganizationChangeRequests')).toBe(false);
    expect(await can(queryClient, 'listOrganizationComments')).toBe(true);
    // About a deleted space, then about the operation.
    expect(recordUnsupported(queryClient, 'listSpaces', errorOf(404))).toBe(false);
    expect(recordUnsupported(queryClient, 'listSpaces', errorOf(405))).toBe(true);
    expect(await can(queryClient, 'listSpaces')).toBe(false);
  });

  it.each([
    ['a title', { $ref: '#/components/schemas/Titled' }, true],
    ['a source and a language', { properties: { source: {}, language: {} } }, false],
  ])('has translations from %s as its definition says', async (_, schema, expected) => {
    serverReturns({ version: '1.2.3', build: 'abc' });
    signInAt(server);
    const post = { requestBody: { content: { 'application/json': { schema } } } };
    const definition = {
      paths: { '/v1/orgs/{id}/translations': { post } },
      components: { schemas: { Titled: { properties: { title: {} } } } },
    };
    definitions = { [`${server}/openapi.json`]: JSON.stringify(definition) };
    expect(await supportOf(server)).toMatchObject({
      titlesTranslations: expected,
    });
    expect(loadSupport(server)).toMatchObject({ titlesTranslations: expected });
  });

  it.each([
    [{ enum: ['website', 'docx'] }, ['website', 'docx']],
    [{ $ref: '#/components/schemas/Source' }, ['notion']],
    [{ type: 'string' }, null],
  ])('takes the import sources of its definition', async (source, expected) => {
    serverReturns({ version: '1.2.3', build: 'abc' });
    signInAt(server);
    const schema = { properties: { url: {}, source } };
    const post = { requestBody: { content: { 'application/json': { schema } } } };
    const definition = {
      paths: { '/spaces/{id}/content/import': { post } },
      components: { schemas: { Source: { enum: ['notion'] } } },
    };
    definitions = { [`${server}/openapi.json`]: JSON.stringify(definition) };
    expect(await supportOf(server)).toMatchObject({ importSources: expected });
    expect(loadSupport(server)).toMatchObject({ importSources: expected });
  });

  const refusedStatus = (operation: keyof typeof operationIndex) =>
    refuseMissing(server, operationIndex[operation].line).then(
      () => 'sent',
      (error: unknown) => error instanceof ApiError && error.status,
    );

  it('decides what is requested by the definition', async () => {
    serverReturns({ version: '1.2.3', build: 'abc' });
    signInAt(server);
    definitions = { [`${server}/openapi.json`]: JSON.stringify(withoutRevisions) };
    // Nothing is known yet, and what others may have doesn't wait.
    expect(await refusedStatus('listTeams')).toBe('sent');
    expect(await refusedStatus('listOrganizationChangeRequests')).toBe(501);
    expect(await refusedStatus('listOrganizationComments')).toBe('sent');
    expect(await refusedStatus('listSpaces')).toBe('sent');
    expect(await refusedStatus('listTeams')).toBe(501);
    expect(await refusedStatus('getServerInfo')).toBe('sent');
  });

  it('decides what is requested without a definition', async () => {
    serverReturns({ version: '1.2.3', build: 'abc' });
    signInAt(server);
    expect(await refusedStatus('countOrganizationChangeRequests')).toBe(501);
    expect(await refusedStatus('listTeams')).toBe('sent');
    expect(await refusedStatus('listReviews')).toBe('sent');
  });

  it('is remembered for the session of the tab, for that server only', async () => {
    serverReturns({ version: '1.2.3', build: 'abc' });
    signInAt(server);
    definitions = { [`${server}/openapi.json`]: JSON.stringify(withoutRevisions) };
    expect(await can(queryClient, 'publishSite')).toBe(false);
    recordUnsupported(queryClient, 'listChangeRequestLinks', errorOf(501));
    await vi.waitFor(() => expect(storage.get('bindery.operations')).toContain('listChangeRequestLinks"]'));
    const reloaded = new QueryClient();
    expect(await can(reloaded, 'listSpaces')).toBe(true);
    expect(await can(reloaded, 'listChangeRequestLinks')).toBe(false);
    expect([requests, definitionRequests.length]).toEqual([1, 2]);
    signInAt(`${server}.org`);
    expect(await can(new QueryClient(), 'publishSite')).toBe(true);
    expect([requests, definitionRequests.length]).toEqual([2, 4]);
  });
});
