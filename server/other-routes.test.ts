import fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  COMMON_ANSWERS,
  exampleOf,
  OTHERS,
  requestOf,
  schemaOf,
  textsOf,
  withValue,
} from '#server/test/other-calls.ts';
import { openRawClient, type RawResponse } from '#server/test/raw-requests.ts';
import { PUBLIC_URL, sharedDatabase, startApp } from '#server/test/test-app.ts';
import { OTHER_ROUTES } from './other-routes.ts';
import { registerRouteTable } from './plugins/route-table.ts';

/** The general tests of the contract's operations, for the routes beside it. */

const HOST = new URL(PUBLIC_URL).host;
const ROUTES = OTHERS.filter(({ isBuilt }) => isBuilt !== true).map((route) => [route.name, route] as const);
/** A browser that asks at a name which may be a site's own. */
const FOREIGN_HOST = 'docs.nobody.example';

let started: Awaited<ReturnType<typeof startApp>>;
let client: Awaited<ReturnType<typeof openRawClient>>;
beforeAll(async () => {
  started = await startApp({ database: await sharedDatabase() });
  client = await openRawClient(started.app);
});
beforeEach(() => started.db.deleteFrom('sign_in_failures').execute());
afterAll(async () => {
  client.close();
  await started.close();
});

type Sent = Parameters<typeof client.send>[0];
const send = (request: Sent) =>
  client.send({ ...request, headers: { host: HOST, accept: 'application/json', ...request.headers } });

/** The one shape of errors; redirects lead to the sign-in page, and readers see a page. */
function expectRefused({ status, headers, body }: RawResponse, allowed: readonly number[]): void {
  expect(allowed, body).toContain(status);
  if (status === 303) return expect(headers.location).toMatch(/^\/login\?/);
  if (headers['content-type']?.includes('text/html')) return expect(status).toBe(404);
  expect(JSON.parse(body)).toMatchObject({ error: { code: status, message: expect.stringMatching(/\.$/) } });
  return undefined;
}

describe('a route beside the contract', () => {
  it('is in the table, and what is in the table is a route', async () => {
    const app = fastify();
    registerRouteTable(app, OTHER_ROUTES);
    expect(() => app.get('/statistics', async () => 'ok')).toThrow('GET /statistics is missing');
    await expect(app.ready()).rejects.toThrow('POST /auth/password');
  });

  it.each(ROUTES)('%s answers as the table says', async (_name, route) => {
    const { status, body } = await send(requestOf(route));
    expect([...route.answers, ...COMMON_ANSWERS], body).toContain(status);
  });

  it.each(ROUTES.filter(([, { body }]) => body !== 'bytes'))(
    '%s takes no larger body',
    async (_name, route) => {
      const { maxBodyBytes = 0 } = route;
      expect(maxBodyBytes).toBeGreaterThan(0);
      if (route.method === 'GET') return;
      const response = await send(requestOf(route, { body: `"${'a'.repeat(maxBodyBytes)}"` }));
      expectRefused(response, route.caller === 'provider' ? [303] : [413]);
    },
  );

  it.each(ROUTES.filter(([, { method }]) => method !== 'OPTIONS'))(
    '%s has no other methods',
    async (_name, route) => {
      const methods = OTHERS.filter(({ url }) => url === route.url).map(({ method }) => method);
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE'].filter(
        (other) => !methods.includes(other),
      ))
        expectRefused(await send({ ...requestOf(route), method }), [404, 405]);
    },
  );

  it.each(ROUTES.filter(([, { isOwnOriginOnly, method }]) => isOwnOriginOnly === true && method !== 'GET'))(
    '%s is not for pages of others',
    async (_name, route) => {
      const foreign: Record<string, string>[] = [
        ...['https://evil.example', 'null', 'http://bindery.test.evil.example'].map((origin) => ({ origin })),
        ...['cross-site', 'same-site', 'odd'].map((site) => ({ 'sec-fetch-site': site })),
        { referer: `${PUBLIC_URL}/published/a/b/` },
        { 'sec-fetch-dest': 'iframe' },
      ];
      for (const headers of foreign) {
        const request = requestOf(route);
        expectRefused(await send({ ...request, headers: { ...request.headers, ...headers } }), [403]);
      }
    },
  );
});

/** Characters that no database stores, or that are read differently from how they were written. */
const ODD_SEGMENTS = [
  '%00',
  'a%00b',
  '%ff',
  '%ed%a0%80',
  '%2500',
  '%e2%80%ae',
  '%',
  'a'.repeat(600),
  '%2f..%2f',
  "'--",
  ';',
];
const NUL = 'a\0b';
const SURROGATE = 'a\ud800';

describe('an odd text', () => {
  it.each(ROUTES)('in the path or the query of %s is found nowhere', async (_name, route) => {
    for (const value of ODD_SEGMENTS) {
      const response = await send(requestOf(route, { value }));
      expect([...route.answers, ...COMMON_ANSWERS], `${value}: ${response.body}`).toContain(response.status);
      const request = requestOf(route);
      const namedResponse = await send({
        ...request,
        path: `${request.path}?${value}=${value}&email=${value}&domain=${value}`,
      });
      expect([...route.answers, ...COMMON_ANSWERS], `?${value}: ${namedResponse.body}`).toContain(
        namedResponse.status,
      );
    }
  });

  it.each(ROUTES)('in the cookies of %s is refused', async (_name, route) => {
    for (const name of [
      'bindery_refresh',
      'bindery_device',
      'bindery_link',
      'bindery_sso',
      'bindery_oidc',
      'other',
    ]) {
      const request = requestOf(route);
      const response = await send({ ...request, headers: { ...request.headers, cookie: `${name}=%00` } });
      expectRefused(response, route.caller === 'provider' ? [303] : [400]);
    }
  });

  const withTexts = ROUTES.flatMap(([name, route]) => {
    const body = schemaOf(route);
    return body ? textsOf(body).map(({ path }) => ({ name, route, body, path })) : [];
  });
  it.each(withTexts.map((text) => [`${text.path.join('.')} of ${text.name}`, text] as const))(
    'in %s is refused with its path',
    async (_what, { route, body, path }) => {
      for (const value of [NUL, SURROGATE]) {
        const response = await send(requestOf(route, { body: withValue(exampleOf(body), path, value) }));
        expectRefused(response, [400]);
        const { details } = JSON.parse(response.body).error;
        expect(details).toContainEqual(expect.objectContaining({ path: ['body', ...path].join('.') }));
      }
      for (const value of [5, null, [], 'a'.repeat(3500), 'a'.repeat(20_000)]) {
        const response = await send(requestOf(route, { body: withValue(exampleOf(body), path, value) }));
        // Without a session, the body is not examined; some texts are larger than a whole body may be.
        const isLong = typeof value === 'string';
        expectRefused(response, isLong ? [400, 401, 409, 413] : [400, 401]);
      }
    },
  );

  it.each(ROUTES.filter(([, route]) => schemaOf(route) !== undefined))(
    'as the body of %s is refused',
    async (_name, route) => {
      const deep = '['.repeat(1500) + ']'.repeat(1500);
      for (const body of [
        deep,
        `{"passkey":${deep}}`,
        `{"${'a'.repeat(2000)}":1}`,
        '{"__proto__":{}}',
        '[]',
        '{',
        '"a"',
        '\ufeff{}',
        '1e999',
      ]) {
        expectRefused(await send(requestOf(route, { body })), [400, 401]);
      }
    },
  );
});

describe('the limit of requests', () => {
  const LIMIT = 3;
  const MINUTE_MS = 60_000;
  let ownServer: typeof started;
  let limited: typeof client;
  beforeAll(async () => {
    ownServer = await startApp({ database: await sharedDatabase(), rateLimit: LIMIT });
    limited = await openRawClient(ownServer.app);
    ownServer.clock.freeze();
  });
  beforeEach(() => ownServer.clock.advance(MINUTE_MS));
  afterAll(async () => {
    limited.close();
    await ownServer.close();
  });

  const page = { method: 'GET', headers: {} };
  it.each([
    ...OTHERS.filter(({ isLimited }) => isLimited).map(
      (route) =>
        [route.name, { ...requestOf(route), host: HOST, isRedirect: route.caller === 'provider' }] as const,
    ),
    ['pages at the host of a site', { ...page, path: '/a/page', host: FOREIGN_HOST, isRedirect: false }],
    [
      'searches at the host of a site',
      { ...page, path: '/~/search?q=a', host: FOREIGN_HOST, isRedirect: false },
    ],
  ] as const)('counts %s', async (_name, { host, isRedirect, ...request }) => {
    const responses: RawResponse[] = [];
    for (let number = 0; number <= LIMIT; number += 1)
      responses.push(await limited.send({ ...request, headers: { ...request.headers, host } }));
    const last = responses.pop();
    expect(responses.map(({ status }) => status)).not.toContain(429);
    // Who comes from an identity provider sees the sign-in page.
    if (isRedirect && last?.status === 303) expect(last.headers.location).toContain('error=sso-refused');
    else {
      expect(last?.status).toBe(429);
      expect(last?.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    }
  });
});
